import type { Availability, Schedule } from '#contract/schedules.ts'
import { t } from '../../lib/messages.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'

const tones: Record<Availability, BadgeTone> = { available: 'accent', full: 'warm', closed: 'soft', past: 'soft' }

/** A schedule's status: its own, then its availability. */
export function ScheduleStatus({ schedule: { status, availability } }: { schedule: Pick<Schedule, 'status' | 'availability'> }) {
  if (status === 'draft' && availability !== 'past') return <Badge tone="note">{t('schedules.draft')}</Badge>
  if (status === 'cancelled') return <Badge tone="bad">{t('schedules.cancelled')}</Badge>
  return <Badge tone={tones[availability]}>{t(`schedules.availability.${availability}`)}</Badge>
}
