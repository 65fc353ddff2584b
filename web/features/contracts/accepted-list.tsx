import type { AcceptedBy, FullContract } from '#contract/contracts.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatPhone } from '../../lib/phone.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { formatDateTime, visitorZone } from '../../lib/time.ts'
import { SelectField } from '../../ui/fields.tsx'
import { Link } from '../../ui/link.tsx'
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
          label={t('accepted.version')}
          name="version"
          placeholder={t('accepted.anyVersion')}
          options={published.map(other => ({ value: String(other.version), label: t('contract.version', { version: other.version }) }))}
          value={version ?? ''}
          onChange={value => setParams({ version: value || undefined, page: undefined }, { replace: true })}
        />
      </search>
      <Loaded query={query} skeleton={<ListSkeleton rows={8} height="3rem" />}>
        {({ data, meta }) => {
          if (meta.total === 0) return <NoPeople filtered={!!search || !!version} />
          return (
            <>
              <p className="soft small tabular" role="status">
                {t('accepted.count', { count: meta.total })}
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
    <caption className="visually-hidden">{t('accepted.table')}</caption>
    <thead>
      <tr>
        <th scope="col">{t('accepted.name')}</th>
        <th scope="col">{t('accepted.phone')}</th>
        <th scope="col">{t('accepted.versionShort')}</th>
        <th scope="col">{t('accepted.when')}</th>
        <th scope="col">{t('accepted.how')}</th>
        <th scope="col">{t('accepted.certificate')}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ id, name, phone, version, accepted_at, by_staff }) => (
        <tr key={id}>
          <td>{name ?? t('accepted.erased')}</td>
          <td data-label={t('accepted.phone')}>{phone ? formatPhone(phone) : '–'}</td>
          <td data-label={t('accepted.versionShort')}>{version}</td>
          <td data-label={t('accepted.when')}>{formatDateTime(accepted_at, visitorZone())}</td>
          <td data-label={t('accepted.how')}>{t(by_staff ? 'accepted.staff' : 'accepted.self')}</td>
          <td>
            <Link to={paths.acceptance(id)} aria-label={t('accepted.certificateOf', { name: name ?? t('accepted.erased'), version })}>
              {t('accepted.certificate')}
            </Link>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const NoPeople = ({ filtered }: { filtered: boolean }) => (
  <EmptyState title={t(filtered ? 'accepted.noneFound' : 'accepted.noneTitle')}>
    <p>{t(filtered ? 'accepted.noneFoundText' : 'accepted.noneText')}</p>
  </EmptyState>
)
