import type { Message } from '#contract/messages.ts'
import { IconDeviceMobileMessage, IconMail } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { formatPhone } from '../../lib/phone.ts'
import { formatTime } from '../../lib/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RowCheckbox } from '../../ui/row-checkbox.tsx'
import type { RowSelection } from '../../ui/use-row-selection.ts'
import styles from './messages.module.css'
import { channelLabels, formatAppointment, formatKind, formatPerson, formatOutcome, stateTones } from './format-message.ts'

interface MessageRowProps {
  message: Message
  zone: string
  onOpen: (id: string) => void
  /** Null where no action applies to several. */
  selection: RowSelection<Message> | null
}

/** One message: time, recipient, kind, channel and outcome. */
export function MessageRow({ message, zone, onOpen, selection }: MessageRowProps) {
  const { id, kind, state, created_at, channel, recipient, appointment } = message
  const time = formatTime(created_at, zone)
  return (
    <li className={selection ? `${styles.message} ${styles.selects}` : styles.message}>
      {selection && (
        <span className="no-print">
          {selection.canSelect(message) && (
            <RowCheckbox
              label={t('workingList.chooseOf', { name: `${formatKind(kind)}, ${formatPerson(message)}, ${time}` })}
              checked={selection.ids.has(id)}
              onToggle={extend => selection.toggle(id, extend)}
            />
          )}
        </span>
      )}
      <time dateTime={created_at} className={styles.time}>
        {time}
      </time>
      <div className={styles.whom}>
        <p className={styles.name}>{formatPerson(message)}</p>
        {recipient && channel && (
          <p className={styles.way}>
            <ChannelIcon channel={channel} />
            {formatPhone(recipient)}
          </p>
        )}
      </div>
      <div className={styles.what}>
        <p>{formatKind(kind)}</p>
        {appointment && <p className="soft small tabular">{formatAppointment(appointment)}</p>}
      </div>
      <div className={styles.fate}>
        <Badge tone={stateTones[state]}>{t(`messages.state.${state}`)}</Badge>
        <p className="soft small">{formatOutcome(message, zone)}</p>
      </div>
      <Button
        small
        kind="plain"
        className={styles.open}
        aria-haspopup="dialog"
        aria-label={t('messages.openOf', { kind: formatKind(kind), name: formatPerson(message), time })}
        onClick={() => onOpen(id)}
      >
        {t('messages.open')}
      </Button>
    </li>
  )
}

/** How a message was or will be sent, with its name for screen readers. */
export function ChannelIcon({ channel }: { channel: NonNullable<Message['channel']> }) {
  const Icon = channel === 'sms' ? IconDeviceMobileMessage : IconMail
  return <Icon size={16} stroke={1.7} role="img" aria-label={t(channelLabels[channel])} />
}
