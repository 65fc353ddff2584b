import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Link } from '../../ui/link.tsx'

/** Whether the user may reassign the appointments that an absence affects. */
export const canReassign = (): boolean => can('Schedule Edit') && can('Appointment Edit')

interface AffectedAppointmentsProps {
  count: number
  /** The absence as text, for screen readers. */
  what: string
  of: Parameters<typeof paths.reassign>[0]
}

/** The number of appointments that an absence affects, with a link to reassign them. Nothing if there are none. */
export function AffectedAppointments({ count, what, of }: AffectedAppointmentsProps) {
  if (count === 0) return null
  return (
    <>
      <Badge tone="warm">{t('absences.affected', { count })}</Badge>
      {canReassign() && (
        <Link to={paths.reassign(of)} aria-label={t('absences.decideFor', { count, what })}>
          {t('absences.decide')}
        </Link>
      )}
    </>
  )
}
