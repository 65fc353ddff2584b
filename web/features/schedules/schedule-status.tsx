import type { Availability, Schedule } from '#contract/schedules.ts'
import { t } from '../../lib/messages.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'

const tones: Record<Availability, BadgeTone> = { available: 'accent', full: 'warm', closed: 'soft', past: 'soft' }

/** A schedule's status: its own, then its availability; and whether its times are kept for appointments with an interpreter. */
export const ScheduleStatus = ({ schedule }: { schedule: Pick<Schedule, 'status' | 'availability' | 'interpreted'> }) => (
  <>
    <OwnStatus {...schedule} />
    {schedule.interpreted && <Badge>{t('interpreter.title')}</Badge>}
  </>
)

function OwnStatus({ status, availability }: Pick<Schedule, 'status' | 'availability'>) {
  if (status === 'draft' && availability !== 'past') return <Badge tone="note">{t('schedules.draft')}</Badge>
  if (status === 'cancelled') return <Badge tone="bad">{t('schedules.cancelled')}</Badge>
  return <Badge tone={tones[availability]}>{t(`schedules.availability.${availability}`)}</Badge>
}
