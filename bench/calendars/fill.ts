import { createHash, randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '../../database/factories.ts'
import type { Database } from '../../database/types.ts'

/**
 * Each hour of eight, on each of so many days, five mentors with a client each: 2,000 appointments a person in a
 * year, 10,000 at the place.
 */
const [days, people, hours] = [250, 5, 8]

/** A place's busy year. Answers the addresses of a client's, a mentor's and the place's calendar. */
export async function fillYear(databaseUrl: string): Promise<{ client: string; mentor: string; place: string }> {
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: 4 }) }) })
  try {
    const [supportType, place] = [await makeSupportType(db), await makePlace(db)]
    const mentors = await Promise.all(Array.from({ length: people }, () => makeMentor(db)))
    const clients = await Promise.all(Array.from({ length: people }, () => makeUser(db, { phone: null })))
    const at = (day: number) => new Date(Date.now() + (day + 1) * 86_400_000).toISOString().slice(0, 10)
    const session = { supportType, place, mentors, slotMinutes: 60 }
    for (let day = 0; day < days; day += 1)
      await makeSchedule(db, { ...session, from: `${at(day)}T09:00`, to: `${at(day)}T${9 + hours}:00` })
    const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id)
    await sql`
      INSERT INTO appointments (slot_id, user_id, status, booked_by, changed_by)
      SELECT s.id, c.id, 'booked', c.id, c.id FROM slots s
      JOIN unnest(${ids(mentors)}::uuid[], ${ids(clients)}::uuid[]) AS c (mentor_id, id) USING (mentor_id)`.execute(db)
    await sql`ANALYZE`.execute(db)
    const { id: madeBy } = await db.selectFrom('users').select('id').where('phone', '=', '+447700900001').executeTakeFirstOrThrow()
    const address = async (user_id: string, of: { kind: 'client' | 'mentor' } | { kind: 'place'; place_id: string }) => {
      const token = randomBytes(32).toString('base64url')
      await db
        .insertInto('calendar_feeds')
        .values({ user_id, token_hash: createHash('sha256').update(token).digest(), created_at: new Date(), ...of })
        .execute()
      return `/api/calendars/${token}.ics`
    }
    return {
      client: await address(clients[0]!.id, { kind: 'client' }),
      mentor: await address(mentors[0]!.id, { kind: 'mentor' }),
      place: await address(madeBy, { kind: 'place', place_id: place.id }),
    }
  } finally {
    await db.destroy()
  }
}
