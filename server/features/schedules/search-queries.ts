import { sql, type RawBuilder } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { searchWords, wordPattern } from '../person-search/queries.ts'

/** What contains one word of a search. */
interface Found {
  supportTypes: string[]
  places: string[]
  mentors: string[]
  /** Sessions by their notes. */
  sessions: string[]
}

/**
 * Condition on `schedules`: each word occurs in the support type, the place, a mentor's name or the note. Accents,
 * case and order do not matter. Phone numbers and addresses of mentors are not searched.
 */
export async function containsWords(db: Connection, _scope: Scope, search: string): Promise<RawBuilder<boolean>> {
  const conditions: RawBuilder<boolean>[] = []
  for (const word of searchWords(search)) conditions.push(conditionOf(await findWord(db, word)))
  return conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` AND `)})` : sql<boolean>`true`
}

/** Mentors come from the index of rosters, one after the other: there are few of them, and many people. */
async function findWord(db: Connection, word: string): Promise<Found> {
  const contains = (text: RawBuilder<unknown>) => sql`' ' || ${text} LIKE ${wordPattern(word)}`
  const { rows } = await sql<Found>`
    WITH RECURSIVE rostered AS (
      (SELECT mentor_id FROM schedule_mentors ORDER BY mentor_id LIMIT 1)
      UNION ALL
      SELECT (SELECT m.mentor_id FROM schedule_mentors m WHERE m.mentor_id > rostered.mentor_id ORDER BY m.mentor_id LIMIT 1)
      FROM rostered WHERE rostered.mentor_id IS NOT NULL
    )
    SELECT ARRAY(SELECT id FROM support_types WHERE ${contains(sql`fold_words(name)`)}) AS "supportTypes",
      ARRAY(SELECT id FROM places WHERE ${contains(sql`fold_words(name || ' ' || address)`)}) AS places,
      ARRAY(SELECT u.id FROM rostered JOIN users u ON u.id = rostered.mentor_id WHERE ${contains(sql`u.name_key`)}) AS mentors,
      ARRAY(SELECT id FROM schedules WHERE note <> '' AND ${contains(sql`fold_words(note)`)}) AS sessions`.execute(db)
  return rows[0] ?? { supportTypes: [], places: [], mentors: [], sessions: [] }
}

function conditionOf({ supportTypes, places, mentors, sessions }: Found): RawBuilder<boolean> {
  const any: RawBuilder<unknown>[] = []
  if (supportTypes.length > 0) any.push(sql`schedules.support_type_id = ANY (${supportTypes}::uuid[])`)
  if (places.length > 0) any.push(sql`schedules.place_id = ANY (${places}::uuid[])`)
  if (mentors.length > 0)
    any.push(sql`schedules.id IN (SELECT schedule_id FROM schedule_mentors WHERE mentor_id = ANY (${mentors}::uuid[]))`)
  if (sessions.length > 0) any.push(sql`schedules.id = ANY (${sessions}::uuid[])`)
  return any.length > 0 ? sql<boolean>`(${sql.join(any, sql` OR `)})` : sql<boolean>`false`
}
