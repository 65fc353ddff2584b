import type { Day, DayAppointment, FreeTime } from '#contract/day.ts'
import { useEffect, useEffectEvent, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { followPointer, targetAt } from '../../lib/follow-pointer.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { columnIdOf, type DayBy, type DayColumn, type Entry } from './layout-day.ts'
import { MoveDialog } from './move-dialog.tsx'
import { stepOf } from './move-focus.ts'
import { findTargets, firstTarget, nextTarget, type MoveTarget } from './move-targets.ts'
import styles from './moving.module.css'
import { canMove, MovingContext } from './moving.ts'
import { useReturnFocus } from './use-return-focus.ts'

interface MoveAreaProps {
  day: Day
  /** The displayed part of the day. */
  entries: readonly Entry[]
  /** Without columns the entries are one list. */
  columns: readonly DayColumn[] | undefined
  by: DayBy
  children: ReactNode
}

interface Move {
  appointment: DayAppointment
  drags: boolean
  /** The preview is open. */
  chosen?: MoveTarget
}

/** Moves an appointment to a free time of the day: by arrow keys, click or drag, and after a preview. */
export function MoveArea({ day, entries, columns, by, children }: MoveAreaProps) {
  const [move, setMove] = useState<Move>()
  const [aimed, setAimed] = useState<string>()
  const area = useRef<HTMLDivElement>(null)
  const chip = useRef<HTMLParagraphElement>(null)
  const lastFocused = useRef<MoveTarget>(undefined)
  const returnFocus = useReturnFocus(entries)

  const columnOf = (entry: Entry) => columns?.findIndex(({ id }) => id === columnIdOf(entry, by)) ?? 0
  const newest = entries.find(({ key }) => key === move?.appointment.id)
  const appointment = newest?.kind === 'appointment' && canMove(newest.appointment) ? newest.appointment : undefined
  const targets = appointment ? findTargets(entries, appointment, columnOf) : []
  // A time that becomes free or is taken during a drag counts at the drop.
  const newestTargets = useRef(targets)
  useEffect(() => {
    newestTargets.current = targets
  })
  const chooses = appointment !== undefined && move?.chosen === undefined
  // Checked in or cancelled in the meantime: Undo does not continue the move.
  if (move && !appointment && !move.chosen) setMove(undefined)

  const start = (subject: DayAppointment, drags = false) => {
    if (findTargets(entries, subject, columnOf).length === 0) return toast(t('today.moveNowhere'), { type: 'info' })
    lastFocused.current = undefined
    setAimed(undefined)
    setMove({ appointment: subject, drags })
  }
  const choose = (key: string) => {
    const chosen = targets.find(target => target.key === key)
    if (chosen) setMove(current => current && { ...current, chosen })
  }
  const stop = (at?: FreeTime) => {
    if (move) returnFocus({ id: move.appointment.id, at })
    setMove(undefined)
  }
  const drag = (pressed: PointerEvent, subject: DayAppointment, onStart: () => void) => {
    followPointer(pressed, {
      onStart: () => {
        onStart()
        start(subject, true)
      },
      onMove: event => {
        if (chip.current) chip.current.style.translate = `${event.clientX}px ${event.clientY}px`
        setAimed(targetAt(event))
      },
      onDrop: event => {
        const key = targetAt(event)
        const chosen = newestTargets.current.find(target => target.key === key)
        setMove(current => current && chosen && { ...current, chosen })
      },
      onCancel: () => setMove(undefined),
    })
  }

  const focusTarget = (target: MoveTarget | undefined) => {
    if (!target) return
    lastFocused.current = target
    area.current?.querySelector<HTMLElement>(`[data-target="${CSS.escape(target.key)}"] button`)?.focus()
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (document.querySelector('dialog[open]')) return
    if (event.key === 'Escape') return stop()
    const step = stepOf(event.key)
    const key = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-target]')?.dataset.target : undefined
    const current = targets.find(target => target.key === key)
    if (!step || !current) return
    event.preventDefault()
    focusTarget(nextTarget(targets, current, step))
  })
  useEffect(() => {
    if (!chooses) return
    // Before the arrow keys that move between all entries.
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [chooses])
  // At the start, and when another desk has taken the focused time.
  useEffect(() => {
    const last = lastFocused.current
    const isTaken = document.activeElement === document.body && !targets.some(({ key }) => key === last?.key)
    if (chooses && !move?.drags && (!last || isTaken))
      focusTarget(firstTarget(targets, last?.time ?? appointment, appointment.support_type.id))
  })

  return (
    <MovingContext
      value={{
        appointment: chooses ? appointment : undefined,
        isTarget: key => chooses && targets.some(target => target.key === key),
        aimed: move?.drags ? aimed : undefined,
        start,
        drag,
        choose,
      }}
    >
      <div ref={area} className={move?.drags && chooses ? `${styles.area} ${styles.dragging}` : styles.area}>
        {children}
        {chooses && !move?.drags && (
          <div className={`${styles.bar} no-print`}>
            <span>{t('today.moveChoose', { name: appointment.user.name })}</span>
            <Button small onClick={() => stop()}>
              {t('ui.cancel')}
            </Button>
          </div>
        )}
        {chooses && move?.drags && (
          <p ref={chip} className={styles.chip} aria-hidden="true">
            {appointment.user.name}
          </p>
        )}
      </div>
      {move?.chosen !== undefined && (
        <MoveDialog
          appointment={appointment ?? move.appointment}
          movable={day.appointments.some(each => each.id === move.appointment.id && canMove(each))}
          targets={findTargets(entries, appointment ?? move.appointment, columnOf)}
          chosen={move.chosen}
          onClose={() => stop()}
          onMoved={stop}
        />
      )}
    </MovingContext>
  )
}
