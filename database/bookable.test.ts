import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { appointmentStatuses, awaitsOutcome, hasStarted, holdsSeat, isOpen, type AppointmentStatus } from '#domain/booking/status.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { openTestDatabase } from '#server/testing/database.ts'

const { db } = await openTestDatabase()

const now = '2027-03-01T09:00:00Z'

/** Every combination of the rule's conditions. */
const combinations = sql`(
  SELECT is_bookable(x, s, ${now}, notice, staff, needs) AS bookable, booking_obstacle(x, s, ${now}, notice, staff, needs) AS obstacle, staff,
    state, alive, absence, starts, opens, notice, filled, kept, needs
  FROM unnest(ARRAY['draft', 'published', 'cancelled']) state,
    unnest(ARRAY[true, false]) alive,
    unnest(ARRAY[NULL, 'closed_day', 'mentor_away']) absence,
    unnest(ARRAY['-2 hours', '-1 hour', '-30 minutes', '-1 second', '0', '1 second', '59 minutes', '1 hour', '1 day']::interval[]) starts,
    unnest(ARRAY[NULL, '-1 second', '0', '1 second']::interval[]) opens,
    unnest(ARRAY['0', '1 hour']::interval[]) notice,
    unnest(ARRAY[0, 1, 2]) filled,
    unnest(ARRAY[true, false]) staff,
    unnest(ARRAY[true, false]) kept,
    unnest(ARRAY[true, false]) needs,
    jsonb_populate_record(NULL::schedules, jsonb_build_object('status', state, 'interpreted', kept, 'booking_opens_at', ${now}::timestamptz + opens)) s,
    jsonb_populate_record(NULL::slots, jsonb_build_object('live', alive, 'blocked', absence, 'seats', 2, 'taken', filled, 'held', CASE WHEN filled = 1 THEN 1 ELSE 0 END,
      'starts_at', ${now}::timestamptz + starts, 'ends_at', ${now}::timestamptz + starts + interval '1 hour')) x
) combinations`

it('names an obstacle exactly where a slot is not bookable', async () => {
  const { rows } = await sql<{ all: number; bookable: number; different: number }>`
    SELECT count(*)::int AS all, count(*) FILTER (WHERE bookable)::int AS bookable,
      count(*) FILTER (WHERE bookable IS DISTINCT FROM (obstacle IS NULL))::int AS different FROM ${combinations}`.execute(db)
  expect(rows).toEqual([{ all: 31_104, bookable: expect.any(Number), different: 0 }])
  expect(rows[0]!.bookable).toBeGreaterThan(50)
})

it('refuses every slot that is unplanned, blocked or full, or whose session is not published, and names only what is so', async () => {
  const { rows } = await sql<{ wrong: number; misnamed: number }>`
    SELECT count(*) FILTER (WHERE bookable AND (NOT alive OR absence IS NOT NULL OR filled > 0 OR state <> 'published'))::int AS wrong,
      count(*) FILTER (WHERE obstacle = 'full' AND filled = 0
        OR obstacle = 'not_open_yet' AND (staff OR opens <= interval '0'))::int AS misnamed FROM ${combinations}`.execute(db)
  expect(rows).toEqual([{ wrong: 0, misnamed: 0 }])
})

it('lets clients book from the opening until the notice period, and staff until the slot ends', async () => {
  const { rows } = await sql<{ staff: boolean; starts: string; opens: string | null }>`
    SELECT DISTINCT staff, extract(epoch FROM starts)::int AS starts, extract(epoch FROM opens)::int AS opens FROM ${combinations}
    WHERE bookable AND notice = interval '1 hour' ORDER BY staff, starts, opens`.execute(db)
  expect(rows.filter(({ staff }) => !staff).map(({ starts, opens }) => [starts, opens])).toEqual(
    [3600, 86_400].flatMap(starts => [-1, 0, null].map(opens => [starts, opens])),
  )
  expect([...new Set(rows.filter(({ staff }) => staff).map(({ starts }) => starts))]).toEqual([-1800, -1, 0, 1, 3540, 3600, 86_400])
})

it('lets clients book without a notice period until the slot begins', async () => {
  const { rows } = await sql<{ starts: string }>`
    SELECT DISTINCT extract(epoch FROM starts)::int AS starts FROM ${combinations}
    WHERE bookable AND NOT staff AND notice = interval '0' ORDER BY starts`.execute(db)
  expect(rows.map(({ starts }) => starts)).toEqual([1, 3540, 3600, 86_400])
})

it('keeps the times of interpreted sessions for appointments that need an interpreter, also from staff', async () => {
  const { rows } = await sql<{ staff: boolean; kept: boolean; needs: boolean }>`
    SELECT DISTINCT staff, kept, needs FROM ${combinations} WHERE bookable ORDER BY staff, kept, needs`.execute(db)
  const open = [false, true].flatMap(staff => [
    { staff, kept: false, needs: false },
    { staff, kept: false, needs: true },
    { staff, kept: true, needs: true },
  ])
  expect(rows).toEqual(open)
})

it.each<[string, (status: AppointmentStatus) => boolean]>([
  ['holds_seat', holdsSeat],
  ['is_open', isOpen],
  ['awaits_outcome', awaitsOutcome],
])('says %s of the statuses of which the domain says so', async (name, rule) => {
  const { rows } = await sql<{
    status: AppointmentStatus
  }>`SELECT status FROM unnest(${[...appointmentStatuses]}::text[]) WITH ORDINALITY s (status, n) WHERE ${sql.ref(name)}(status) ORDER BY n`.execute(
    db,
  )
  expect(rows.map(({ status }) => status)).toEqual(appointmentStatuses.filter(rule))
})

it('says is_open_at where the domain says that an appointment is open and has not started', async () => {
  const starts = ['2027-03-01T08:59:59.999Z', now, '2027-03-01T09:00:00.001Z']
  const { rows } = await sql<{ status: AppointmentStatus; starts: string; open: boolean }>`
    SELECT status, starts, is_open_at(status, starts::timestamptz, ${now}) AS open
    FROM unnest(${[...appointmentStatuses]}::text[]) status, unnest(${starts}::text[]) starts`.execute(db)
  expect(rows).toHaveLength(appointmentStatuses.length * starts.length)
  for (const { status, starts, open } of rows) {
    expect(open, `${status} at ${starts}`).toBe(isOpen(status) && !hasStarted(Temporal.Instant.from(starts), Temporal.Instant.from(now)))
  }
})

it('names the reason that helps most: the session before the time, the time before the seats', async () => {
  const { rows } = await sql<{ obstacle: string }>`
    SELECT DISTINCT obstacle FROM ${combinations} WHERE obstacle IS NOT NULL AND state = 'published' AND alive ORDER BY obstacle`.execute(
    db,
  )
  expect(rows.map(({ obstacle }) => obstacle)).toEqual([
    'closed_day',
    'full',
    'interpreted',
    'mentor_away',
    'not_open_yet',
    'notice',
    'past',
  ])
})
