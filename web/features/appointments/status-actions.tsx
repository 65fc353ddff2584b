import type { Appointment, AppointmentStatus } from '#contract/appointments.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { t } from '../../lib/messages.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import styles from './status-actions.module.css'
import { setAppointmentStatus, type StatusSubject } from './set-status.ts'
import { type Step, steps, undoKey } from './status-steps.ts'

interface StatusActionsProps {
  appointment: StatusSubject
  /**
   * `row`: the next step as a button, the others as icons. `words`: the same with words. `all`: every step as a
   * button.
   */
  show?: 'row' | 'words' | 'all'
  onChanged?: (appointment: Appointment) => void
}

/** Status buttons for staff and the mentor: check in, done, no-show and Undo. Nothing for other users. */
export function StatusActions({ appointment, show = 'row', onChanged }: StatusActionsProps) {
  const [busy, setBusy] = useState<AppointmentStatus>()
  const [asking, setAsking] = useState<AppointmentStatus>()
  const place = useRef<HTMLDivElement>(null)
  const running = useRef<Promise<unknown>>(Promise.resolve())
  const { can, status, user } = appointment
  const onRow = (next: AppointmentStatus) => next !== 'entered-in-error' && (next !== 'cancelled' || status === 'pending')
  const possible = can.statuses.filter(next => steps[next] && (show === 'all' || onRow(next)))

  /** The status that a step here leads to, until the page shows it. */
  const expected = useRef<AppointmentStatus>(undefined)

  /** The clicked button is gone: Undo takes the focus, and after Undo the next step does. */
  const takeFocus = (undone: boolean) => {
    const back = undone ? null : place.current?.querySelector<HTMLElement>('[data-undo]')
    ;(back ?? place.current?.querySelector('button'))?.focus()
  }
  // With the button, its focus goes, also before the call has ended; a key that follows at once must find it here.
  useLayoutEffect(() => {
    if (expected.current !== status) return
    if (document.activeElement === document.body) takeFocus(can.undo === null)
    if (busy === undefined) expected.current = undefined
  })

  const setStatus = async (next: AppointmentStatus, how?: Parameters<typeof setAppointmentStatus>[2]) => {
    if (busy === next) return false
    const from = document.activeElement
    // Who goes on meanwhile keeps the focus, also after coming back.
    const going = new AbortController()
    document.addEventListener(
      'focusin',
      ({ target }) => {
        if (target !== from && !place.current?.contains(target as Node)) going.abort()
      },
      { signal: going.signal },
    )
    expected.current = next
    setBusy(next)
    // The page may show the new status, and get the next key, before the call has ended.
    const call = running.current.then(() => setAppointmentStatus(appointment, next, how))
    running.current = call
    const changed = await call
    setBusy(current => (current === next ? undefined : current))
    if (changed) onChanged?.(changed)
    else expected.current = undefined
    setTimeout(() => {
      const { activeElement } = document
      const hasGoneOn = going.signal.aborted
      going.abort()
      if (activeElement === document.body || (!hasGoneOn && (activeElement === from || place.current?.contains(activeElement))))
        takeFocus(next === can.undo)
    })
    return changed !== null
  }
  const press = (next: AppointmentStatus) => (steps[next]?.asks ? setAsking(next) : void setStatus(next))

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
        <ReasonDialog
          title={t(
            asking === 'entered-in-error'
              ? 'appointmentStatus.enteredInError'
              : status === 'pending'
                ? 'appointmentStatus.refuse'
                : 'appointmentStatus.cancel',
          )}
          text={t(asking === 'entered-in-error' ? 'appointmentStatus.enteredInErrorText' : 'appointmentStatus.cancelText', {
            name: user.name,
          })}
          confirm={t(
            asking === 'entered-in-error'
              ? 'appointmentStatus.enteredInError'
              : status === 'pending'
                ? 'appointmentStatus.refuse'
                : 'appointmentStatus.cancel',
          )}
          onClose={() => setAsking(undefined)}
          onConfirm={async reason => {
            // The dialog lies above toasts.
            let refused: unknown
            if (await setStatus(asking, { reason, onRefused: error => (refused = error) })) setAsking(undefined)
            else if (refused) throw refused
          }}
        />
      )}
    </div>
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
