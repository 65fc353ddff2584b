import type { Schedule } from '#contract/schedules.ts'
import { IconCircleX, IconPencil, IconSend, IconUsers } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { lazyPart, preparing } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { isOpen } from './bulk/bulk-actions.ts'
import { formatScheduleName } from './format-schedule.ts'
import styles from './schedules.module.css'
import { usePublishSchedule } from './use-publish-schedule.ts'

const CancelSessionDialog = lazyPart(async () => ({ default: (await import('./cancel-session-dialog.tsx')).CancelSessionDialog }))

interface ScheduleActionsProps {
  schedule: Schedule
  /** With a link to its appointments, where the row has none. */
  listsAppointments?: boolean
}

/** The actions of a schedule that its state and the user's abilities allow. */
export function ScheduleActions({ schedule, listsAppointments = false }: ScheduleActionsProps) {
  const [cancelling, setCancelling] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  // The clicked button disappears: the remaining one takes the focus after the dialog closes.
  const keepFocus = () => setTimeout(() => place.current?.querySelector('a')?.focus())
  const { busy, publish } = usePublishSchedule(keepFocus)
  const edits = can('Schedule Edit')
  const open = edits && isOpen(schedule)
  const what = formatScheduleName(schedule)
  return (
    <div ref={place} className={`${styles.rowActions} no-print`}>
      {listsAppointments && can('Appointment List') && (
        <Link to={paths.scheduleAppointments(schedule.id)} className={styles.edit} aria-label={t('schedules.appointmentsOf', { what })}>
          <IconUsers size={18} aria-hidden="true" />
          {t('schedules.appointments')}
        </Link>
      )}
      {edits && (
        <Link to={paths.scheduleEdit(schedule.id)} className={styles.edit} aria-label={t('schedules.editOf', { what })}>
          <IconPencil size={18} aria-hidden="true" />
          {t('schedules.edit')}
        </Link>
      )}
      {open && schedule.status === 'draft' && (
        <Button
          small
          kind="plain"
          icon={<IconSend size={18} aria-hidden="true" />}
          aria-label={t('schedules.publishOf', { what })}
          busy={busy}
          onClick={() => void publish(schedule)}
        >
          {t('scheduleEdit.publish')}
        </Button>
      )}
      {open && (
        <Button
          small
          kind="plain"
          icon={<IconCircleX size={18} aria-hidden="true" />}
          aria-label={t('schedules.cancelOf', { what })}
          {...preparing(CancelSessionDialog)}
          onClick={() => setCancelling(true)}
        >
          {t('ui.cancel')}
        </Button>
      )}
      {cancelling && (
        <Suspense fallback={null}>
          <CancelSessionDialog schedule={schedule} onClose={() => setCancelling(false)} onCancelled={keepFocus} />
        </Suspense>
      )}
    </div>
  )
}
