import type { DayAppointment, FreeTime } from '#contract/day.ts'
import { IconArrowsExchange, IconGripVertical } from '@tabler/icons-react'
import { useRef } from 'react'
import { t } from '../../lib/messages.ts'
import { formatTimesThere } from '../../lib/time.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import styles from './moving.module.css'
import { canMove, useMoving } from './moving.ts'

interface MoveHandleProps {
  appointment: DayAppointment
  /** Only in the grid: in a list, a finger on the handle scrolls. */
  draggable: boolean
}

/** Starts moving the appointment: by dragging, by a click or by its key. Nothing for users who may not. */
export function MoveHandle({ appointment, draggable }: MoveHandleProps) {
  const { start, drag } = useMoving()
  const dragged = useRef(false)
  if (!canMove(appointment)) return null
  const Icon = draggable ? IconGripVertical : IconArrowsExchange
  const label = t('today.move', { name: appointment.user.name })
  return (
    <IconButton
      label={label}
      title={t('appointmentStatus.withShortcut', { label, key: 'M' })}
      data-key="m"
      className={draggable ? styles.handle : undefined}
      onPointerDown={event => {
        dragged.current = false
        if (draggable) drag(event, appointment, () => (dragged.current = true))
      }}
      // The browser sends a click after a drag, too; one by keyboard has no detail.
      onClick={event => {
        if (event.detail === 0 || !dragged.current) start(appointment)
      }}
    >
      <Icon size={20} aria-hidden="true" />
    </IconButton>
  )
}

/** Chooses a free time while an appointment is being moved; another support type is named. */
export function MoveHere({ entryKey, time, moved }: { entryKey: string; time: FreeTime; moved: DayAppointment }) {
  const { choose } = useMoving()
  const { starts_at, ends_at, time_zone, mentor, place, support_type } = time
  const words = {
    name: moved.user.name,
    times: formatTimesThere(starts_at, ends_at, time_zone),
    mentor: mentor.name,
    place: place.name,
  }
  return (
    <Button
      small
      className={styles.here}
      aria-label={
        support_type.id === moved.support_type.id
          ? t('today.moveHereFor', words)
          : t('today.moveHereAs', { ...words, type: support_type.name })
      }
      onClick={() => choose(entryKey)}
    >
      {t('today.moveHere')}
    </Button>
  )
}
