import { sql } from 'kysely'
import { parseReference } from '#domain/booking/reference.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { holds, type PersonScope } from '../../platform/scope.ts'
import { photoUrl } from '../people/present.ts'
import { isOpenRecord } from '../people/queries.ts'
import { hasWords, searchWords } from '../person-search/queries.ts'

/** Maximum number of results of each kind. */
const maxFound = 8

/**
 * People by any part of name or number, and appointments by their whole reference, as far as the caller
 * may list them.
 */
export async function findPeopleAndAppointments(db: Connection, scope: PersonScope, text: string) {
  const [users, appointments] = await Promise.all([
    holds(scope, 'User List') ? findPeople(db, text) : [],
    holds(scope, 'Appointment List') ? findByReference(db, text) : [],
  ])
  return { users, appointments }
}

/** Names that begin with the text come first. A single letter matches too much to search for. */
async function findPeople(db: Connection, text: string) {
  const words = searchWords(text)
  if (words.every(word => word.length < 2)) return []
  const { rows } = await sql<{ id: string; name: string; phone: string | null; photo_id: string | null }>`
    SELECT u.id, u.name, u.phone, u.photo_id FROM users u
    WHERE u.active AND ${isOpenRecord('u')} AND ${hasWords('u', words)}
    ORDER BY starts_with(u.name_key, fold_words(${words[0] ?? ''})) DESC, u.name_key, u.id LIMIT ${maxFound}`.execute(db)
  return rows.map(({ photo_id, ...user }) => ({ ...user, photo: photoUrl(photo_id) }))
}

async function findByReference(db: Connection, text: string) {
  const reference = parseReference(text)
  if (!reference) return []
  const rows = await db
    .selectFrom('appointments as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .innerJoin('schedules as s', 's.id', 'a.schedule_id')
    .innerJoin('places as p', 'p.id', 's.place_id')
    .select(['a.id', 'a.reference', 'a.schedule_id', 'a.status', 'a.starts_at', 'p.time_zone', 'u.id as user_id', 'u.name as user_name'])
    .where('a.reference', '=', reference)
    .execute()
  return rows.map(({ user_id, user_name, ...appointment }) => ({ ...appointment, user: { id: user_id, name: user_name } }))
}
