import { sql, type Transaction } from 'kysely'
import type { Database } from '../types.ts'
import type { DemoClient } from './clients.ts'
import { day, type DemoDay, hour, instantText } from './demo-day.ts'
import { demoId } from './identity.ts'
import { insertRows } from './insert-rows.ts'
import { createDice } from './random.ts'

const mostSessions = 2
const waitingForEach = [4, 2]

/** Adds waiting-list entries for full sessions: the next sessions without a free seat, one person each. */
export async function writeWaiting(
  trx: Transaction<Database>,
  { clients, today }: { clients: readonly DemoClient[]; today: DemoDay },
): Promise<void> {
  const dice = createDice('waiting')
  const { rows: full } = await sql<{ id: string; support_type_id: string; mentor_id: string; local_date: string }>`
    SELECT s.id, s.support_type_id, s.local_date, (array_agg(x.mentor_id ORDER BY x.roster))[1] AS mentor_id
    FROM schedules s JOIN slots x ON x.schedule_id = s.id AND x.live
    WHERE s.status = 'published' AND s.starts_at > ${instantText(today.start + 2 * day)} AND coalesce(s.booking_opens_at <= ${instantText(today.start)}, true)
    GROUP BY s.id HAVING sum(x.seats - x.taken - x.held) = 0 ORDER BY s.starts_at, s.id LIMIT ${mostSessions}`.execute(trx)
  const { rows: engaged } = await sql<{ user_id: string }>`
    SELECT DISTINCT user_id FROM appointments WHERE holds_seat(status) AND starts_at >= ${instantText(today.start)}`.execute(trx)
  const busy = new Set(engaged.map(({ user_id }) => user_id))
  const free = clients.slice(1).filter(({ id, phone, joinedAt }) => phone && !busy.has(id) && joinedAt < today.start - 10 * day)
  const entries = full.flatMap((session, index) =>
    free.splice(0, waitingForEach[index]).map((client, place) => {
      const created = today.start - (3 - place * 0.7) * day - dice.between(1, 10) * hour
      return {
        id: demoId('waiting', client.name, created),
        user_id: client.id,
        support_type_id: session.support_type_id,
        mentor_id: dice.chance(0.4) ? session.mentor_id : null,
        from_date: session.local_date,
        to_date: session.local_date,
        created_at: instantText(created),
      }
    }),
  )
  await insertRows(trx, 'waiting_list', entries)
}
