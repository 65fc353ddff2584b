import type { FullContract, NotAccepted } from '#contract/contracts.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatPhone } from '../../lib/phone.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { formatDateTimeThere } from '../../lib/time.ts'
import { RecordLink } from '../../ui/record-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DownloadAcceptances } from '../../ui/download-csv.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import styles from './contracts.module.css'
import { PeopleSearch } from './people-search.tsx'

/** People who have not accepted the version in force, by next appointment. */
export function MissingList({ contract }: { contract: FullContract }) {
  if (!contract.published_at) return <Notice>{t('missingAcceptances.notPublished')}</Notice>
  if (!contract.required_for) return <Notice>{t('missingAcceptances.notRequired')}</Notice>
  return <Missing id={contract.id} requiredFor={contract.required_for} />
}

function Missing({ id, requiredFor }: { id: string; requiredFor: 'registration' | 'booking' }) {
  const [params] = useSearchParams<'contract'>()
  const { search } = params
  const query = useQuery({
    ...queryOptionsOf('GET /api/legally-binding-contract/{id}/missing', {
      params: { id },
      query: { page: Math.max(1, Number(params.page) || 1), search },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={styles.stack}>
      <Notice>{t(`missingAcceptances.${requiredFor}`)}</Notice>
      <search className={styles.filters}>
        <PeopleSearch />
        {can('User Export') && <DownloadAcceptances list="missing" id={id} query={{ search }} />}
      </search>
      <Loaded query={query} skeleton={<ListSkeleton rows={8} height="3rem" />}>
        {({ data, meta }) => {
          if (meta.total === 0) return <NoPeople filtered={!!search} />
          return (
            <>
              <p className="soft small tabular" role="status">
                {t('missingAcceptances.count', { count: meta.total })}
              </p>
              <MissingTable rows={data} />
              <Pager meta={meta} />
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

function MissingTable({ rows }: { rows: readonly NotAccepted[] }) {
  const opens = can('User List')
  const seesAppointments = can('Appointment List')
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('missingAcceptances.table')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('acceptances.name')}</th>
          <th scope="col">{t('acceptances.phone')}</th>
          <th scope="col">{t('missingAcceptances.latest')}</th>
          {seesAppointments && <th scope="col">{t('missingAcceptances.next')}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ user_id, name, phone, accepted_version, next_appointment_at, next_appointment_zone }) => (
          <tr key={user_id}>
            <td>{opens ? <RecordLink to={paths.user(user_id)}>{name}</RecordLink> : name}</td>
            <td data-label={t('acceptances.phone')}>{phone ? formatPhone(phone) : '–'}</td>
            <td data-label={t('missingAcceptances.latest')}>
              {accepted_version === null ? t('missingAcceptances.never') : t('contract.version', { version: accepted_version })}
            </td>
            {seesAppointments && (
              <td data-label={t('missingAcceptances.next')}>
                {next_appointment_at && next_appointment_zone
                  ? formatDateTimeThere(next_appointment_at, next_appointment_zone)
                  : t('missingAcceptances.noNext')}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const NoPeople = ({ filtered }: { filtered: boolean }) => (
  <EmptyState title={t(filtered ? 'acceptances.noneFound' : 'missingAcceptances.noneTitle')}>
    <p>{t(filtered ? 'acceptances.noneFoundText' : 'missingAcceptances.noneText')}</p>
  </EmptyState>
)
