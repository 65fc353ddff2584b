import type * as z from 'zod'
import type { seriesCalls } from '#contract/series.ts'
import { noWarnings, type Warnings } from '../warnings/queries.ts'
import type { Decided } from './plan-changes.ts'

type Preview = z.infer<(typeof seriesCalls)['POST /api/schedules/{id}/series/preview']['answer']['body']>['sessions'][number]
type Problem = NonNullable<Preview['problem']>

const problems: readonly string[] = [
  'time_skipped',
  'time_repeated',
  'has_bookings',
  'mentor_busy',
  'client_busy',
  'bad_transition',
] satisfies Problem[]

/** What the change does to a session, or why it cannot change. */
export function presentDecided(one: Decided, warnings: Warnings = noWarnings): Preview {
  const { id, local_date } = one.current
  const empty = { problem: null, field: null, choices: [], clashes: [], ...warnings, staying: [], moving: [] }
  if (!('refusal' in one)) {
    const { date, starts, ends } = one.changed.session
    return { ...empty, id, date, starts_at: starts.instant.toString(), ends_at: ends.instant.toString(), moving: one.moving }
  }
  const { code, details } = one.refusal
  const field = (['starts_at', 'ends_at'] as const).find(name => details.errors?.[name])
  return {
    ...empty,
    id,
    date: local_date,
    starts_at: null,
    ends_at: null,
    problem: problems.includes(code) ? (code as Problem) : 'invalid',
    field: (details.choices && field) ?? null,
    choices: details.choices ?? [],
    clashes: details.clashes ?? [],
    staying: details.booked ?? [],
  }
}
