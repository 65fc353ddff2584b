import type { MessageText } from '#contract/messages.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { formatPhone } from '../../lib/phone.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { can } from '../../lib/session.ts'
import { formatDateTime } from '../../lib/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { AppointmentLink } from './appointment-link.tsx'
import { ChannelIcon } from './message-row.tsx'
import styles from './messages.module.css'
import { ResendButton } from './resend-button.tsx'
import { formatKind, formatPerson, formatOutcome, stateTones } from './format-message.ts'
import { MarkAsToldButton } from './mark-as-told-button.tsx'

interface PanelProps {
  id: string
  /** The zone of all times. */
  zone: string
  /** Opens another message, or none. */
  onGo: (id: string | undefined) => void
}

/** One message with the text as it was sent, never rendered as HTML. */
export function MessagePanel({ id, zone, onGo }: PanelProps) {
  const query = useQuery({ ...queryOptionsOf('GET /api/messages/{id}', { params: { id } }), staleTime: 0 })
  const close = () => onGo(undefined)
  if (isRefusal(query.error, 'not_found') || isRefusal(query.error, 'invalid'))
    return (
      <Dialog title={t('messages.notFound')} onClose={close}>
        <p>{t('messages.notFoundText')}</p>
      </Dialog>
    )
  return (
    <Dialog
      title={query.data ? formatKind(query.data.kind) : t('messages.title')}
      onClose={close}
      actions={query.data && can('Appointment Edit') && <Actions message={query.data} onGo={onGo} />}
    >
      <Loaded query={query} skeleton={<TextSkeleton />}>
        {message => <Opened message={message} zone={zone} onGo={onGo} />}
      </Loaded>
    </Dialog>
  )
}

const Actions = ({ message, onGo }: { message: MessageText; onGo: PanelProps['onGo'] }) => (
  <>
    <ResendButton key={message.id} message={message} onSent={onGo} />
    {message.to_phone && <MarkAsToldButton message={message} name={message.to_phone.name} />}
  </>
)

function Opened({ message, zone, onGo }: { message: MessageText; zone: string; onGo: PanelProps['onGo'] }) {
  const { state, person, appointment, channel, recipient, created_at, settled_at, told_at, error, resent_from, subject, text, language } =
    message
  return (
    <>
      <div className={styles.fate}>
        <Badge tone={stateTones[state]}>{t(`messages.state.${state}`)}</Badge>
        <p className="soft small">{formatOutcome(message, zone)}</p>
      </div>
      <dl className={styles.facts}>
        <Fact name={t('messages.person')}>
          {person && !person.erased && can('User List') ? <Link to={paths.user(person.id)}>{person.name}</Link> : formatPerson(message)}
        </Fact>
        {appointment && (
          <Fact name={t('messages.about')}>
            <AppointmentLink appointment={appointment} />
          </Fact>
        )}
        {recipient && channel && (
          <Fact name={t('messages.went')}>
            <span className={styles.way}>
              <ChannelIcon channel={channel} /> {formatPhone(recipient)}
            </span>
          </Fact>
        )}
        <Fact name={t('messages.written')}>{formatDateTime(created_at, zone)}</Fact>
        {settled_at && <Fact name={t('messages.ended')}>{formatDateTime(settled_at, zone)}</Fact>}
        {told_at && <Fact name={t('messages.told')}>{formatDateTime(told_at, zone)}</Fact>}
        {error && (
          <Fact name={t('messages.answer')}>
            <q>{error}</q>
          </Fact>
        )}
      </dl>
      {resent_from && (
        <div>
          <Button kind="plain" small onClick={() => onGo(resent_from)}>
            {t('messages.againOf')}
          </Button>
        </div>
      )}
      {text === null ? (
        <p className="soft small">{t(explainMissingText(message))}</p>
      ) : (
        <section className={styles.letter} aria-label={t('messages.text')} lang={language ?? undefined}>
          {subject && <h3 dir="auto">{subject}</h3>}
          <pre dir="auto">{text}</pre>
        </section>
      )}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const explainMissingText = ({ kind, state, person }: MessageText) => {
  if (kind === 'code') return 'messages.code'
  if (state === 'waiting' || state === 'sending') return 'messages.noTextYet'
  return person?.erased || state === 'sent' || state === 'delivered' || state === 'shown' ? 'messages.noTextKept' : 'messages.noText'
}
