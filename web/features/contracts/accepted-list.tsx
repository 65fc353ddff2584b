import type { AcceptedBy, FullContract } from '#contract/contracts.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { languageName } from '../../lib/language-name.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatPhone } from '../../lib/phone.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { SelectField } from '../../ui/fields.tsx'
import { Link } from '../../ui/link.tsx'
import { DownloadAcceptances } from '../../ui/download-csv.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import styles from './contracts.module.css'
import { PeopleSearch } from './people-search.tsx'

/** Acceptances with person and version, newest first, each with a certificate. */
export function AcceptedList({ contract: { id, versions } }: { contract: FullContract }) {
  const [params, setParams] = useSearchParams<'contract'>()
  const { search, version } = params
  const query = useQuery({
    ...queryOptionsOf('GET /api/legally-binding-contract/{id}/acceptances', {
      params: { id },
      query: { page: Math.max(1, Number(params.page) || 1), search, version: Number(version) || undefined },
    }),
    placeholderData: keepPreviousData,
  })
  const published = versions.filter(({ published_at }) => published_at !== null)
  return (
    <div className={styles.stack}>
      <search className={styles.filters}>
        <PeopleSearch />
        <SelectField
          label={t('acceptances.version')}
          name="version"
          placeholder={t('acceptances.anyVersion')}
          options={published.map(other => ({ value: String(other.version), label: t('contract.version', { version: other.version }) }))}
          value={version ?? ''}
          onChange={value => setParams({ version: value || undefined, page: undefined }, { replace: true })}
        />
        {can('User Export') && <DownloadAcceptances list="acceptances" id={id} query={{ search, version: Number(version) || undefined }} />}
      </search>
      <Loaded query={query} skeleton={<ListSkeleton rows={8} height="3rem" />}>
        {({ data, meta }) => {
          if (meta.total === 0) return <NoPeople filtered={!!search || !!version} />
          return (
            <>
              <p className="soft small tabular" role="status">
                {t('acceptances.count', { count: meta.total })}
              </p>
              <AcceptedTable rows={data} />
              <Pager meta={meta} />
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

const AcceptedTable = ({ rows }: { rows: readonly AcceptedBy[] }) => (
  <table className={styles.table}>
    <caption className="visually-hidden">{t('acceptances.table')}</caption>
    <thead>
      <tr>
        <th scope="col">{t('acceptances.name')}</th>
        <th scope="col">{t('acceptances.phone')}</th>
        <th scope="col">{t('acceptances.versionShort')}</th>
        <th scope="col">{t('acceptances.when')}</th>
        <th scope="col">{t('acceptances.how')}</th>
        <th scope="col">{t('acceptances.certificate')}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ id, name, phone, version, language, sha256, accepted_at, by_staff }) => (
        <tr key={id}>
          <td>{name ?? t('acceptances.erased')}</td>
          <td data-label={t('acceptances.phone')}>{phone ? formatPhone(phone) : '–'}</td>
          <td data-label={t('acceptances.versionShort')}>
            {version}, {languageName(language)}
            <details className="small">
              <summary>{t('contract.sha')}</summary>
              <code className={styles.hash}>{sha256}</code>
            </details>
          </td>
          <td data-label={t('acceptances.when')}>{formatDateTime(accepted_at, visitorZone())}</td>
          <td data-label={t('acceptances.how')}>{t(by_staff ? 'acceptances.staff' : 'acceptances.self')}</td>
          <td>
            <Link to={paths.acceptance(id)} aria-label={t('acceptances.certificateOf', { name: name ?? t('acceptances.erased'), version })}>
              {t('acceptances.certificate')}
            </Link>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const NoPeople = ({ filtered }: { filtered: boolean }) => (
  <EmptyState title={t(filtered ? 'acceptances.noneFound' : 'acceptances.noneTitle')}>
    <p>{t(filtered ? 'acceptances.noneFoundText' : 'acceptances.noneText')}</p>
  </EmptyState>
)
