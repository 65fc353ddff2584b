import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Link } from '../../ui/link.tsx'

/** Whether this person may find other times for the appointments of an absence. */
export const canReassign = (): boolean => can('Schedule Edit') && can('Appointment Edit')

interface AffectedAppointmentsProps {
  count: number
  /** The absence in words, for screen readers. */
  what: string
  of: Parameters<typeof paths.reassign>[0]
}

/** How many appointments stand in an absence, and the way to other times for them. Nothing where none does. */
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
