import { sql } from 'kysely'
import type { Message, MessagesQuery, MessageText } from '#contract/messages.ts'
import type { Connection } from '../../platform/database.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { hasWords, searchWords } from '../people/search/queries.ts'

type Row = MessageText & { state: Message['state'] }

/** What is never sent again: codes count once, and what is under way is not sent beside itself. */
const resendable = sql<boolean>`o.kind <> 'code' AND o.user_id IS NOT NULL AND u.erased_at IS NULL AND o.state NOT IN ('waiting', 'sending')
  AND NOT EXISTS (SELECT FROM outbox n WHERE n.user_id = o.user_id AND n.resent_from = o.id AND n.state IN ('waiting', 'sending'))`

const columns = sql`o.id, o.kind, o.state, o.why, o.error, o.channel, o.recipient, o.subject, o.attempts, o.due_at, o.created_at, o.settled_at, o.resent_from,
  CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'name', u.name, 'phone', u.phone) END AS person,
  CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'reference', a.reference, 'schedule_id', a.schedule_id) END AS appointment,
  json_build_object('resend', ${resendable}) AS can`
const tables = sql`outbox o LEFT JOIN users u ON u.id = o.user_id LEFT JOIN appointments a ON a.id = o.appointment_id`

/** Messages, latest first, from where the page before left off. */
export async function findMessages(db: Connection, _scope: PersonScope, filter: MessagesQuery) {
  const { state, kind, search, appointment_id, after, per_page } = filter
  const words = searchWords(search ?? '')
  const parts = [sql`true`]
  if (state === 'not_reached') parts.push(sql`o.state IN ('failed', 'unsendable')`)
  else if (state) parts.push(sql`o.state = ${state}`)
  if (kind) parts.push(sql`o.kind = ${kind}`)
  if (appointment_id) parts.push(sql`o.appointment_id = ${appointment_id}`)
  if (words.length > 0) parts.push(hasWords('u', words))
  if (after) parts.push(sql`(o.created_at, o.id) < (SELECT l.created_at, l.id FROM outbox l WHERE l.id = ${after})`)
  const { rows } = await sql<Row>`SELECT ${columns} FROM ${tables} WHERE ${sql.join(parts, sql` AND `)}
    ORDER BY o.created_at DESC, o.id DESC LIMIT ${per_page + 1}`.execute(db)
  const data = rows.slice(0, per_page)
  return { data, meta: { per_page, next: rows.length > per_page ? (data.at(-1)?.id ?? null) : null } }
}

/** One message with its text. */
export async function findMessage(db: Connection, _scope: PersonScope, id: string): Promise<MessageText | null> {
  const { rows } = await sql<Row>`SELECT ${columns}, o.body AS text FROM ${tables} WHERE o.id = ${id}`.execute(db)
  return rows[0] ?? null
}
