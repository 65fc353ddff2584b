import type { ScheduleChange } from '#contract/schedules.ts'
import { WarningsNotice } from './plan-warnings.tsx'
import { useChangePreview } from './use-change-preview.ts'

/** The fields on which the warnings depend. */
const fields = ['place_id', 'starts_at', 'ends_at', 'slot_minutes', 'break_minutes', 'mentor_ids'] as const

/** Warns of busy calendars and too little time to travel before a change of a session is saved. */
export function TravelAfterChange({ id, change }: { id: string; change: ScheduleChange }) {
  const changed = fields.filter(field => change[field] !== undefined)
  const asked = changed.length > 0 ? Object.fromEntries(changed.map(field => [field, change[field]])) : null
  const { data, current } = useChangePreview(id, asked)
  return <div role="status">{asked && current && <WarningsNotice {...data} />}</div>
}
