import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { MessagePanel } from './message-panel.tsx'
import styles from './messages.module.css'
import { formatKind, formatPerson, formatOutcome, stateTones } from './format-message.ts'

const maxMessages = 20

/** The messages about one appointment, newest first, with their outcome, on the visitor's clock. */
export function AppointmentMessages({ appointmentId }: { appointmentId: string }) {
  const zone = visitorZone()
  const [opened, setOpened] = useState<string>()
  const query = useQuery({
    ...queryOptionsOf('GET /api/messages', { query: { appointment_id: appointmentId, per_page: maxMessages } }),
    staleTime: 0,
  })
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={2} height="3rem" />}>
      {({ data }) => (
        <>
          {data.length === 0 && <p className="soft small">{t('messages.ofAppointment.none')}</p>}
          <ol className={styles.told}>
            {data.map(message => {
              const time = formatDateTime(message.settled_at ?? message.created_at, zone)
              return (
                <li key={message.id}>
                  <div className={styles.fate}>
                    <strong>{formatKind(message.kind)}</strong>
                    <Badge tone={stateTones[message.state]}>{t(`messages.state.${message.state}`)}</Badge>
                  </div>
                  <span>{formatOutcome(message, zone)}</span>
                  <span className={styles.toldFoot}>
                    <time className="soft tabular" dateTime={message.settled_at ?? message.created_at}>
                      {time}
                    </time>
                    <Button
                      small
                      kind="plain"
                      aria-haspopup="dialog"
                      aria-label={t('messages.openOf', { kind: formatKind(message.kind), name: formatPerson(message), time })}
                      onClick={() => setOpened(message.id)}
                    >
                      {t('messages.open')}
                    </Button>
                  </span>
                </li>
              )
            })}
          </ol>
          {opened && <MessagePanel id={opened} zone={zone} onGo={setOpened} />}
        </>
      )}
    </Loaded>
  )
}
