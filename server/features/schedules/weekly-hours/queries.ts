import { sql } from 'kysely'
import type { WeeklyHours } from '#contract/weekly-hours.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'
import { type MentorRow, presentMentorName } from '../present.ts'

/**
 * Weekly hours that have not ended and whose last day is not over, by mentor; those with `id` only, if given,
 * whatever their last day.
 */
export async function findWeeklyHours(db: Connection, { now }: Scope, id: string | null = null): Promise<WeeklyHours[]> {
  const { rows } = await sql<Omit<WeeklyHours, 'mentor'> & { mentor: MentorRow }>`
    SELECT h.id, json_build_object('id', m.id, 'name', m.name, 'photo_id', m.photo_id) AS mentor,
      json_build_object('id', p.id, 'name', p.name) AS place, p.time_zone,
      (SELECT json_agg(json_build_object('weekday', r.weekday, 'starts', to_char(r.starts, 'HH24:MI'), 'ends', to_char(r.ends, 'HH24:MI'),
          'support_type', json_build_object('id', t.id, 'name', t.name, 'colour', t.colour)) ORDER BY r.weekday, r.starts)
        FROM weekly_ranges r JOIN support_types t ON t.id = r.support_type_id WHERE r.weekly_hours_id = h.id) AS ranges,
      h.slot_minutes, h.break_minutes, h.seats_per_slot, h.from_date, h.until_date, h.leave_out_holidays, h.interpreted, h.revision,
      (SELECT count(*)::int FROM schedules s WHERE s.series_id = h.id AND s.status <> 'cancelled' AND s.starts_at > ${now}) AS sessions_ahead,
      (SELECT count(*)::int FROM appointments a JOIN schedules s ON s.id = a.schedule_id
        WHERE s.series_id = h.id AND s.starts_at > ${now} AND holds_seat(a.status)) AS clients_ahead,
      (SELECT max(d.date) FROM weekly_dates d WHERE d.weekly_hours_id = h.id) AS planned_until,
      (SELECT coalesce(json_agg(json_build_object('date', d.date, 'starts', to_char(d.starts, 'HH24:MI'), 'reason', d.skipped, 'holiday', d.holiday) ORDER BY d.date, d.starts), '[]')
        FROM weekly_dates d WHERE d.weekly_hours_id = h.id AND d.skipped IS NOT NULL
          AND (d.date + d.starts) AT TIME ZONE p.time_zone > ${now}) AS skipped
    FROM weekly_hours h JOIN users m ON m.id = h.mentor_id JOIN places p ON p.id = h.place_id
    WHERE h.ended_at IS NULL AND (h.id = ${id}::uuid OR
      (${id}::uuid IS NULL AND (h.until_date IS NULL OR h.until_date >= (${now}::timestamptz AT TIME ZONE p.time_zone)::date)))
    ORDER BY m.name, h.id`.execute(db)
  return rows.map(({ mentor, ...row }) => ({ ...row, mentor: presentMentorName(mentor) }))
}

/** Whether there are or were such weekly hours. */
export async function weeklyHoursExist(db: Connection, _scope: Scope, id: string): Promise<boolean> {
  return (await db.selectFrom('weekly_hours').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
