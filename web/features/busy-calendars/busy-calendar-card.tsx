import type { BusyCalendar } from '#contract/busy-calendars.ts'
import { useState } from 'react'
import { formatReference } from '#domain/booking/reference.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { paths } from '../../lib/paths.ts'
import { can, session } from '../../lib/session.ts'
import { formatDateTimeThere } from '../../lib/time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import styles from '../absences/absences.module.css'
import { formatFacts, formatFailing } from './format-busy-calendar.ts'

interface BusyCalendarCardProps {
  calendar: BusyCalendar
  /** Shows the mentor's name. */
  named: boolean
  onReplace: () => void
  onRemoved: () => void
}

/** A mentor's external calendar: whether it can be read, and the appointments that overlap its busy times. */
export function BusyCalendarCard({ calendar, named, onReplace, onRemoved }: BusyCalendarCardProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState<string>()
  const { id, mentor, failing, read_at } = calendar
  const { name } = mentor
  const act = async (what: string, work: () => Promise<unknown>, done: string) => {
    setBusy(what)
    try {
      await work()
      toast(done, { type: 'success' })
    } catch (error) {
      toastError(error)
    }
    setBusy(undefined)
    setAsking(false)
    await queryClient.invalidateQueries()
  }
  const remove = async () => {
    await call('DELETE /api/busy-calendars/{id}', { params: { id } })
    onRemoved()
  }
  return (
    <Card as="li">
      <div className={styles.all}>
        <div className={styles.row}>
          <div className={styles.what}>
            {named && <Avatar name={name} photo={mentor.photo} size="small" />}
            <div>
              {named && <p className={styles.when}>{name}</p>}
              <p className="soft small tabular">{formatFacts(calendar)}</p>
            </div>
          </div>
          {(can('Schedule Edit') || session()?.user.id === id) && (
            <div className={styles.actions}>
              <Button
                small
                busy={busy === 'read'}
                aria-label={t('busyCalendars.readNowOf', { name })}
                onClick={() =>
                  void act('read', () => call('POST /api/busy-calendars/{id}/read', { params: { id } }), t('busyCalendars.readSoon'))
                }
              >
                {t('busyCalendars.readNow')}
              </Button>
              <Button small aria-label={t('busyCalendars.replaceOf', { name })} onClick={onReplace}>
                {t('busyCalendars.replace')}
              </Button>
              <Button small aria-label={t('busyCalendars.removeOf', { name })} onClick={() => setAsking(true)}>
                {t('busyCalendars.remove')}
              </Button>
            </div>
          )}
        </div>
        {failing && (
          <Notice kind="error">
            <p>{formatFailing(failing, read_at !== null)}</p>
          </Notice>
        )}
        {calendar.unread > 0 && (
          <Notice kind="warning">
            <p>{t('busyCalendars.unread', { count: calendar.unread })}</p>
          </Notice>
        )}
        <Conflicts calendar={calendar} />
      </div>
      {asking && (
        <ConfirmDialog
          title={t('busyCalendars.removeTitle')}
          confirm={t('busyCalendars.remove')}
          danger
          busy={busy === 'remove'}
          onConfirm={() => void act('remove', remove, t('busyCalendars.removed'))}
          onClose={() => setAsking(false)}
        >
          <p>{t('busyCalendars.removeText')}</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

/** Appointments that overlap busy times, each with a link to change it. */
function Conflicts({ calendar: { id: mentorId, affected, conflicts } }: { calendar: BusyCalendar }) {
  if (affected === 0) return null
  const recordPath = (scheduleId: string, id: string) => {
    if (can('Appointment Edit')) return paths.appointmentEdit(scheduleId, id)
    return session()?.user.id === mentorId ? paths.mentorAppointments(scheduleId) : paths.scheduleAppointments(scheduleId)
  }
  // Without Appointment List there is only the number.
  const more = conflicts.length > 0 ? affected - conflicts.length : 0
  return (
    <Notice kind="warning">
      <p>{t('busyCalendars.conflicts', { count: affected })}</p>
      {conflicts.length > 0 && (
        <ul>
          {conflicts.map(({ id, reference, schedule_id, starts_at, time_zone }) => (
            <li key={id}>
              <Link to={recordPath(schedule_id, id)}>
                {t('busyCalendars.conflict', {
                  when: formatDateTimeThere(starts_at, time_zone),
                  reference: formatReference(reference),
                })}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p>{t('busyCalendars.more', { count: more })}</p>}
    </Notice>
  )
}
