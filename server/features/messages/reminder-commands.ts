import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'

/** Rows per INSERT, so that each statement is short. */
const batchSize = 500

/**
 * Writes the reminders that are due: for each appointment that is ahead and booked, the latest one whose
 * time has come, once for each time that the appointment is at. None where they were told of the
 * appointment since then (who books three hours before needs no reminder of the day before), and none for
 * what an outage let pass: where two are due, only the later. Any number of servers may do it at once,
 * and nothing is locked but the new rows. Answers how many.
 */
export async function writeReminders(db: Connection, { now }: Scope): Promise<number> {
  let all = 0
  for (let written = batchSize; written === batchSize; all += written) {
    const { numAffectedRows } = await sql`
      INSERT INTO outbox (kind, user_id, appointment_id, detail, due_at, once)
      SELECT 'reminder', a.user_id, a.id, jsonb_build_object('minutes', m.minutes, 'starts_at', rfc3339(a.starts_at)),
        a.starts_at - make_interval(mins => m.minutes), k.once
      FROM settings s, appointments a,
        LATERAL (SELECT min(x.minutes) AS minutes FROM unnest(s.reminder_minutes) x(minutes) WHERE a.starts_at <= ${now}::timestamptz + make_interval(mins => x.minutes)) m,
        LATERAL (SELECT 'reminder ' || a.id || ' ' || extract(epoch FROM a.starts_at)::bigint || ' ' || m.minutes AS once) k
      WHERE NOT 'reminder' = ANY (s.messages_off) AND a.status = 'booked' AND a.starts_at > ${now}
        AND a.starts_at <= ${now}::timestamptz + make_interval(mins => (SELECT max(x) FROM unnest(s.reminder_minutes) x))
        AND NOT EXISTS (SELECT FROM outbox o WHERE o.once = k.once)
        AND NOT EXISTS (SELECT FROM outbox o WHERE o.appointment_id = a.id AND o.kind LIKE 'appointment\\_%'
          AND o.created_at > a.starts_at - make_interval(mins => m.minutes))
      ORDER BY a.starts_at LIMIT ${batchSize}
      ON CONFLICT (once) WHERE once IS NOT NULL DO NOTHING`.execute(db)
    written = Number(numAffectedRows)
  }
  return all
}
