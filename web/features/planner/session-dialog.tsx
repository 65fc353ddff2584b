import type { PlannerSession } from '#contract/planner.ts'
import { isPlainClick } from '../../ui/link.tsx'
import { t } from '../../lib/messages.ts'
import { useOpenPanel } from '../../lib/panel.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Occupancy } from '../schedules/occupancy.tsx'
import { usePublishSchedule } from '../schedules/use-publish-schedule.ts'
import { addMinutes, dateOf } from './local-times.ts'
import { formatWhen, isOver, type Lookup } from './lookup.ts'
import type { OpenDialog } from './open-dialog.ts'
import styles from './planner.module.css'
import { canChange } from './rights.ts'

interface SessionDialogProps {
  session: PlannerSession
  lookup: Lookup
  onClose: () => void
  onDialog: (dialog: OpenDialog) => void
}

/** A session's details with what can be done, also without a pointer. */
export function SessionDialog({ session, lookup, onClose, onDialog }: SessionDialogProps) {
  const { busy, publish } = usePublishSchedule()
  const { open: openPanel } = useOpenPanel()
  const { id, status, seats } = session
  const { starts_local, ends_local, mentor_ids, place_id } = session
  const mayReassign = can('Schedule Edit') && can('Appointment Edit') && status === 'published' && seats.taken > 0 && !isOver(session)
  // A mentor's day has the part of the session on that date only.
  const isOnOneDay = dateOf(addMinutes(ends_local, -1)) === dateOf(starts_local)
  const facts = [
    [t('planner.when'), [formatWhen(session), lookup.zoneOf(session)].filter(Boolean).join(' · ')],
    [t('schedules.mentor'), lookup.mentorsOf(session)],
    [t('schedules.place'), lookup.placeOf(session)],
  ]
  return (
    <Dialog
      title={lookup.typeOf(session)}
      onClose={onClose}
      hidesFirst
      actions={
        <>
          {status === 'draft' && canChange(session) && (
            <Button kind="primary" busy={busy} onClick={() => publish(session)}>
              {t('scheduleEdit.publish')}
            </Button>
          )}
          {can('Appointment List') && status === 'published' && (
            <ButtonLink
              to={paths.scheduleAppointments(id)}
              kind="primary"
              onClick={event => {
                if (isPlainClick(event) && openPanel(paths.scheduleAppointments(id), 'open')) event.preventDefault()
              }}
            >
              {t('schedules.appointments')}
            </ButtonLink>
          )}
          {canChange(session) && (
            <Button onClick={() => onDialog({ kind: 'change', session, times: { starts_local, ends_local, mentor_ids, place_id } })}>
              {t('planner.change')}
            </Button>
          )}
          {can('Schedule Create') && (
            <Button onClick={() => onDialog({ kind: 'copy', what: 'session', session })}>{t('planner.copy.session')}</Button>
          )}
          {mayReassign &&
            mentor_ids.map(mentor_id => (
              <ButtonLink
                key={mentor_id}
                to={paths.reassign({ mentor_id, ...(isOnOneDay ? { date: dateOf(starts_local) } : { schedule_id: id }) })}
              >
                {t('planner.unavailable', { name: lookup.mentorsOf({ mentor_ids: [mentor_id] }) })}
              </ButtonLink>
            ))}
          {can('Schedule Edit') && !isOver(session) && <ButtonLink to={paths.scheduleEdit(id)}>{t('schedules.edit')}</ButtonLink>}
        </>
      }
    >
      <dl className={styles.facts}>
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        <div>
          <dt>{t('schedules.status')}</dt>
          <dd>
            {t(status === 'draft' ? 'schedules.draft' : 'planner.published')}
            {session.interpreted && ` · ${t('interpreter.withInterpreter')}`}
          </dd>
        </div>
      </dl>
      <Occupancy seats={{ ...seats, free: seats.total - seats.taken }} />
    </Dialog>
  )
}
