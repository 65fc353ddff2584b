import type { StartedAppointment } from '#contract/reassigning.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatDateTimeThere } from '../../lib/time.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Clients who are here already or whose time has started, each with a link to the appointment; nothing if there are none. */
export function StartedList({ started }: { started: readonly StartedAppointment[] }) {
  if (started.length === 0) return null
  return (
    <Notice kind="warning">
      <p>
        <strong>{t('reassign.started', { count: started.length })}</strong>
      </p>
      <p>{t('reassign.startedText')}</p>
      <ul>
        {started.map(({ id, schedule_id, user, mentor, starts_at, time_zone }) => (
          <li key={id}>
            <Link to={paths.appointmentEdit(schedule_id, id)}>
              {t('reassign.startedLine', {
                name: user.name,
                when: formatDateTimeThere(starts_at, time_zone),
                mentor: mentor.name,
              })}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
