import { sql } from 'kysely'
import type * as z from 'zod'
import type { PersonExport } from '#contract/profile.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { feedbackAnswers, photoData, references, type Reference } from './reference-queries.ts'

/** Maximum number of rows in a list of a person's work for others, the newest; their own data is complete. */
const maxRows = 10_000

/**
 * Everything stored about a person and the records merged into theirs, without secrets (hashes of
 * passwords, tokens and codes).
 */
export async function exportPerson(db: Connection, { now }: Scope, id: string): Promise<z.input<typeof PersonExport>> {
  const { rows: ids } = await sql<{ id: string }>`SELECT person_record_ids(${id}) AS id`.execute(db)
  const { rows } = await sql<{ person: Record<string, unknown> }>`
    SELECT to_jsonb(u) - '{password_hash,search_words,name_key}'::text[] || jsonb_build_object('has_password', u.password_hash IS NOT NULL,
      'photo', ${photoData(sql`u.photo_id`)}) AS person
    FROM users u WHERE u.id = ${id}`.execute(db)
  const records: Record<string, unknown[]> = {}
  for (const reference of references)
    records[reference.list] = await listRows(
      db,
      reference,
      ids.map(row => row.id),
    )
  const answered = await sql<{ row: unknown }>`SELECT jsonb_build_object('at', created_at, 'status', status) AS row FROM idempotency_keys
    WHERE actor = ANY (${ids.map(row => row.id)}::text[])`.execute(db)
  records.feedback_about = await listFeedbackAbout(
    db,
    ids.map(row => row.id),
  )
  records.requests_remembered = answered.rows.map(({ row }) => row)
  return { exported_at: now.toISOString(), person: rows[0]?.person ?? {}, records }
}

async function listRows(db: Connection, reference: Reference, ids: string[]): Promise<unknown[]> {
  const { table, column, row, isOwn, only } = reference
  // Most rows about work begin with a time or an id, both of which grow.
  const newest = isOwn ? sql`` : sql`ORDER BY 1 DESC LIMIT ${maxRows}`
  const { rows } = await sql<{
    row: unknown
  }>`SELECT ${row} AS row FROM ${sql.table(table)} t WHERE t.${sql.ref(column)} = ANY (${ids}::uuid[]) AND ${only}
    ${newest}`.execute(db)
  return rows.map(found => found.row)
}

/** What others wrote about the person's sessions, such as mentors: erasing the person deletes its words, too. */
async function listFeedbackAbout(db: Connection, ids: string[]): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`SELECT to_jsonb(t) || ${feedbackAnswers} AS row
    FROM feedback t JOIN appointments a ON a.id = t.appointment_id
    WHERE a.user_id = ANY (${ids}::uuid[]) AND t.author_id <> ALL (${ids}::uuid[])`.execute(db)
  return rows.map(({ row }) => row)
}
