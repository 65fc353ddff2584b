import type { Message } from '#contract/messages.ts'
import { IconPhone, IconPhoneCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { formatPhone } from '../../lib/phone.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { formatDateTime, formatDateTimeThere } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { CursorPager } from '../../ui/cursor-pager.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { AppointmentLink } from './appointment-link.tsx'
import { MarkAsToldButton } from './mark-as-told-button.tsx'
import { MessagePanel } from './message-panel.tsx'
import styles from './messages.module.css'
import { formatKind, formatPerson, formatOutcome } from './format-message.ts'

const perPage = 50
const pollMs = 20_000

/** Clients that no message reached, most urgent first: number, message and reason. */
export function PeopleToPhone() {
  const [params, setParams] = useSearchParams<'messages'>()
  const query = useQuery({
    ...queryOptionsOf('GET /api/messages', { query: { state: 'not_reached', after: params.after, per_page: perPage } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: pollMs,
  })
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={5} height="6rem" />}>
      {({ data, meta }) => (
        <>
          {data.length === 0 ? (
            <EmptyState title={t('messages.phone.none')} icon={<IconPhoneCheck size={26} stroke={1.6} aria-hidden="true" />}>
              <p>{t('messages.phone.noneText')}</p>
            </EmptyState>
          ) : (
            <ol className={styles.calls} aria-label={t('messages.toPhone')} aria-busy={query.isPlaceholderData}>
              {data.map(message => (
                <Call key={message.id} message={message} zone={meta.time_zone} onOpen={id => setParams({ message: id })} />
              ))}
            </ol>
          )}
          <CursorPager next={meta.next} words={{ onward: t('messages.later'), back: t('messages.first') }} />
          {params.message && <MessagePanel id={params.message} zone={meta.time_zone} onGo={id => setParams({ message: id })} />}
        </>
      )}
    </Loaded>
  )
}

function Call({ message, zone, onOpen }: { message: Message; zone: string; onOpen: (id: string) => void }) {
  const { id, kind, to_phone, appointment, created_at } = message
  if (!to_phone) return null
  const { name, number, by } = to_phone
  const own = formatPerson(message)
  const there = appointment?.time_zone ?? zone
  return (
    <li className={styles.call}>
      <div className={styles.whom}>
        <p className={styles.name}>{name}</p>
        {name !== own && <p className="soft small">{t('messages.phone.for', { name: own })}</p>}
        {number ? (
          <a className={styles.number} href={`tel:${number}`}>
            <IconPhone size={18} aria-hidden="true" />
            {formatPhone(number)}
          </a>
        ) : (
          <p className="soft">{t('messages.phone.noNumber')}</p>
        )}
      </div>
      <div className={styles.what}>
        <p className={styles.by}>{t('messages.phone.by', { when: formatDateTimeThere(by, there) })}</p>
        <p>{t('messages.phone.untold', { kind: formatKind(kind) })}</p>
        {appointment && (
          <p className="small tabular">
            <AppointmentLink appointment={appointment} />
          </p>
        )}
        <p className="soft small">{formatOutcome(message, zone)}</p>
      </div>
      <div className={styles.acts}>
        {can('Appointment Edit') && <MarkAsToldButton message={message} name={name} />}
        <Button
          small
          kind="plain"
          aria-haspopup="dialog"
          aria-label={t('messages.openOf', { kind: formatKind(kind), name: own, time: formatDateTime(created_at, zone) })}
          onClick={() => onOpen(id)}
        >
          {t('messages.open')}
        </Button>
      </div>
    </li>
  )
}
