import type { ScheduleChange } from '#contract/schedules.ts'
import type { SeriesChange } from '#contract/series.ts'
import { addDays } from '#domain/time/local-date.ts'
import type { Zone } from '#domain/time/zone.ts'
import { refuseField, type Refusal } from '../../../platform/refusal.ts'
import type { CurrentSchedule } from '../plan-change.ts'
import { chooseTime, readTime } from '../resolve-times.ts'

/** What several sessions change alike. */
export type SessionsChange = Pick<SeriesChange, 'change' | 'chosen_times'> & {
  /** In each roster, one mentor takes another's place. */
  replace_mentor?: { from: string; to: string } | undefined
  /** For a single session: its new times as the caller wrote them. */
  moments?: Pick<ScheduleChange, 'starts_at' | 'ends_at'>
  /** By session, the values that Undo writes back; nothing else changes. */
  restored?: ReadonlyMap<string, ScheduleChange>
}

/**
 * What a change of the series means for one of its sessions: the same clock times, on its own date; its own
 * clock times, if only the zone changes. `zone` is the
 * zone of the session's place after the change. 422 for a choice that the date does not offer.
 */
export function planSessionChange(
  {
    id,
    local_starts,
    local_ends,
    time_zone,
    mentor_ids,
  }: Pick<CurrentSchedule, 'id' | 'local_starts' | 'local_ends' | 'time_zone' | 'mentor_ids'>,
  { change: { times, ...shared }, chosen_times, replace_mentor, moments, restored }: SessionsChange,
  zone: Zone,
): ScheduleChange | Refusal {
  const own = restored?.get(id)
  if (own) return own
  if (replace_mentor && !mentor_ids.includes(replace_mentor.from)) return refuseField('mentor.from', 'field.isNotAMentorOfThis')
  if (replace_mentor && mentor_ids.includes(replace_mentor.to)) return refuseField('mentor.to', 'field.isAMentorOfThisSession')
  const { from, to } = replace_mentor ?? {}
  const fields = from && to ? { ...shared, mentor_ids: mentor_ids.map(mentor => (mentor === from ? to : mentor)) } : shared
  if (moments) return { ...fields, ...moments }
  if (!times && zone === time_zone) return fields
  const local = times ? newTimes(local_starts, times) : { starts_at: local_starts, ends_at: local_ends }
  const index = chosen_times.findIndex(chosen => chosen.id === id)
  for (const field of ['starts_at', 'ends_at'] as const) {
    const text = chosen_times[index]?.[field]
    if (text === undefined) continue
    const path = `chosen_times.${index}.${field}`
    const read = readTime(local[field], zone)
    if (!read || !('problem' in read)) return refuseField(path, 'field.isNotAmbiguousOnThisDate')
    if (!chooseTime(read.problem, text, zone)) return refuseField(path, ['field.mustBe', { choices: { anyOf: read.problem.choices } }])
    local[field] = text
  }
  return { ...fields, ...local }
}

function newTimes(local_starts: string, { starts, ends, move_days }: NonNullable<SeriesChange['change']['times']>) {
  const date = addDays(local_starts.slice(0, 10), move_days)
  return { starts_at: `${date}T${starts}`, ends_at: `${ends > starts ? date : addDays(date, 1)}T${ends}` }
}
