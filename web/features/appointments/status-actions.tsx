import type { AppointmentStatus } from '#contract/appointments.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { t } from '../../lib/messages.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import styles from './status-actions.module.css'
import type { StatusSubject } from './set-status.ts'
import { type Step, steps, undoKey } from './status-steps.ts'
import { useStatusChange } from './use-status-change.ts'

interface StatusActionsProps {
  appointment: StatusSubject
  /**
   * `row`: the next step as a button, the others as icons. `words`: the same with words. `all`: every step as a
   * button.
   */
  show?: 'row' | 'words' | 'all'
}

interface Asking {
  next: AppointmentStatus
  /**
   * The appointment as the user saw it. Otherwise another desk's step could turn declining into cancelling, or drop what
   * was typed.
   */
  about: StatusSubject
  refused: boolean
}

/** Status buttons for staff and the mentor: check in, done, no-show and Undo. Nothing for other users. */
export function StatusActions({ appointment: newest, show = 'row' }: StatusActionsProps) {
  const [asking, setAsking] = useState<Asking>()
  // A refusal tells of changes by others: one that left the status as it was, such as a payment, is taken over.
  const appointment = asking && !(asking.refused && asking.about.status === newest.status) ? asking.about : newest
  const place = useRef<HTMLDivElement>(null)
  const { busy, setStatus } = useStatusChange(appointment, place)
  const { can, status, user } = appointment
  const onRow = (next: AppointmentStatus) => next !== 'entered-in-error' && (next !== 'cancelled' || status === 'pending')
  const possible = can.statuses.filter(next => steps[next] && (show === 'all' || onRow(next)))
  const press = (next: AppointmentStatus) => (steps[next]?.asks ? setAsking({ next, about: newest, refused: false }) : void setStatus(next))

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || asking) return
    const key = event.key.toLowerCase()
    const next = key === undoKey ? can.undo : possible.find(to => steps[to]?.key === key)
    if (!next) return
    event.preventDefault()
    press(next)
  }

  if (possible.length === 0 && can.undo === null) return null
  return (
    <div
      ref={place}
      role="group"
      aria-label={t('appointmentStatus.actionsFor', { name: user.name })}
      className={show === 'row' ? styles.actions : `${styles.actions} ${styles.all}`}
      data-keys={[...possible.map(next => steps[next]?.key), can.undo !== null && undoKey].filter(Boolean).join(' ')}
      onKeyDown={onKeyDown}
    >
      {possible.map((next, index) => (
        <StepButton
          key={next}
          step={steps[next]}
          refuses={next === 'cancelled' && status === 'pending'}
          name={user.name}
          words={show !== 'row' || index === 0}
          busy={busy === next}
          onPress={() => press(next)}
        />
      ))}
      {can.undo !== null && (
        <Button
          kind="plain"
          small
          data-undo
          data-key={undoKey}
          busy={busy === can.undo}
          title={t('appointmentStatus.withShortcut', { label: t('ui.undo'), key: undoKey.toUpperCase() })}
          icon={<IconArrowBackUp size={18} aria-hidden="true" />}
          onClick={() => can.undo && void setStatus(can.undo)}
        >
          {t('ui.undo')}
          <span className="visually-hidden"> {t('appointmentStatus.undoFor', { name: user.name, status: t(`app.status.${status}`) })}</span>
        </Button>
      )}
      {asking && (
        <AskReason
          next={asking.next}
          appointment={appointment}
          onClose={() => setAsking(undefined)}
          onConfirm={async reason => {
            // The dialog lies above toasts.
            let refused: unknown
            if (await setStatus(asking.next, { reason, onRefused: error => (refused = error) })) return setAsking(undefined)
            setAsking(current => current && { ...current, refused: true })
            if (refused) throw refused
          }}
        />
      )}
    </div>
  )
}

interface AskReasonProps {
  next: AppointmentStatus
  appointment: StatusSubject
  onClose: () => void
  onConfirm: (reason: string) => Promise<void>
}

/** Asks why the appointment is cancelled or should not exist. Cancelling a pending one means declining it. */
function AskReason({ next, appointment: { status, user }, ...rest }: AskReasonProps) {
  const isError = next === 'entered-in-error'
  const title = t(
    isError ? 'appointmentStatus.enteredInError' : status === 'pending' ? 'appointmentStatus.refuse' : 'appointmentStatus.cancel',
  )
  return (
    <ReasonDialog
      title={title}
      text={t(isError ? 'appointmentStatus.enteredInErrorText' : 'appointmentStatus.cancelText', { name: user.name })}
      confirm={title}
      {...rest}
    />
  )
}

interface StepButtonProps {
  step: Step | undefined
  /** Cancelling a pending appointment means declining it. */
  refuses: boolean
  name: string
  words: boolean
  busy: boolean
  onPress: () => void
}

function StepButton({ step, refuses, name, words, busy, onPress }: StepButtonProps) {
  if (!step) return null
  const label = t(refuses ? 'appointmentStatus.refuse' : step.label)
  const tip = step.key ? t('appointmentStatus.withShortcut', { label, key: step.key.toUpperCase() }) : label
  if (!words) {
    return (
      <IconButton
        label={t('appointmentStatus.actionFor', { label, name })}
        title={tip}
        data-key={step.key}
        aria-busy={busy}
        onClick={onPress}
      >
        <step.icon size={20} aria-hidden="true" />
      </IconButton>
    )
  }
  return (
    <Button
      small
      kind={step.asks && !refuses ? 'plain' : 'quiet'}
      busy={busy}
      title={tip}
      data-key={step.key}
      icon={<step.icon size={18} aria-hidden="true" />}
      onClick={onPress}
    >
      {label}
      <span className="visually-hidden"> {name}</span>
    </Button>
  )
}
