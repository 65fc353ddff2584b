import type { SeriesSession } from '#contract/series.ts'
import { daysBetween } from '#domain/time/local-date.ts'
import type { Input, ResponseBody } from '../../lib/api.ts'
import { changesOf, type ScheduleValues } from './schedule-values.ts'

/** Which sessions of a series a change concerns. */
export type SeriesScope = 'this' | 'following' | 'all'

/** What a change does to one session of a series. */
export type PreviewedChange = ResponseBody<'POST /api/schedules/{id}/series/preview'>['sessions'][number]
/** The change that is previewed and made. */
export type ChangeOfSeries = Input<'PUT /api/schedules/{id}/series'>['body']['change']

/** The sessions of a scope; `opened` is the session from which the change is made. */
export function sessionsIn(
  scope: SeriesScope,
  sessions: readonly SeriesSession[],
  opened: Pick<SeriesSession, 'id' | 'starts_at'>,
): readonly SeriesSession[] {
  if (scope === 'all') return sessions
  if (scope === 'this') return sessions.filter(({ id }) => id === opened.id)
  return sessions.filter(({ starts_at }) => Date.parse(starts_at) >= Date.parse(opened.starts_at))
}

/** The scopes that differ, with their number of sessions. */
export function scopesOf(sessions: readonly SeriesSession[], opened: Pick<SeriesSession, 'id' | 'starts_at'>) {
  const following = sessionsIn('following', sessions, opened).length
  const scopes: { scope: SeriesScope; count: number }[] = [{ scope: 'this', count: 1 }]
  if (following > 1 && following < sessions.length) scopes.push({ scope: 'following', count: following })
  if (sessions.length > 1) scopes.push({ scope: 'all', count: sessions.length })
  return scopes
}

/** The form's changes as they apply to other dates: clock times, and the number of days between the dates. */
export function seriesChangeOf(before: ScheduleValues, values: ScheduleValues, zone: string): ChangeOfSeries {
  const { starts_at: _, ends_at: __, ...fields } = changesOf(before, values, zone)
  const isMoved = (['date', 'starts_at', 'ends_at'] as const).some(key => values[key] !== before[key])
  const times = { starts: values.starts_at, ends: values.ends_at, move_days: daysBetween(before.date, values.date) }
  return { ...fields, ...(isMoved && { times }) }
}
