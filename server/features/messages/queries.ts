import { type RawBuilder, sql } from 'kysely'
import type { MessageText } from '#contract/messages.ts'
import { defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'
import { findRequiringReason } from '../access-log/reasons/queries.ts'
import { presentText, type TextRow } from './present.ts'

/** It has reached its reader, or may still do so. */
const reaches = sql`n.state IN ('waiting', 'sending', 'sent', 'delivered', 'shown')`
/**
 * A later message to the same person about the same, or a resent one: only the latest counts, unless it
 * needs no phone call.
 */
const laterTells = (same: RawBuilder<unknown>) => sql`EXISTS (SELECT FROM outbox n WHERE ${same} AND n.user_id = o.user_id
  AND n.created_at > o.created_at AND (${reaches} OR n.phone_by IS NOT NULL))`
/** A message that went out in two ways has reached its reader by either, and leads to one phone call. */
const otherWayTells = sql`(o.via IS NOT NULL AND EXISTS (SELECT FROM outbox n WHERE n.user_id = o.user_id AND n.created_at = o.created_at AND n.kind = o.kind
  AND n.id <> o.id AND (${reaches} OR (n.phone_by IS NOT NULL AND n.id > o.id))))`

/** The reader has to be phoned: `o` is the message, `u` the person, `a` the appointment. */
export const needsPhoneCall = (now: Date | Param<Date>) => sql`(o.phone_by > ${now} AND o.told_at IS NULL AND u.erased_at IS NULL
  AND (a.id IS NULL OR is_open(a.status) OR o.kind = 'appointment_cancelled')
  AND NOT ${laterTells(sql`n.resent_from = o.id`)} AND NOT ${laterTells(sql`n.appointment_id = o.appointment_id`)} AND NOT ${otherWayTells})`

/**
 * Codes count once, and a message that is being sent is not sent a second time: the code of the refusal, or null.
 */
export const unsentReason = sql`CASE
  WHEN o.kind IN ('code', 'invitation') OR u.id IS NULL OR u.erased_at IS NOT NULL THEN 'not_resendable'
  WHEN o.state IN ('waiting', 'sending') OR EXISTS (SELECT FROM outbox n WHERE n.resent_from = o.id AND n.state IN ('waiting', 'sending')) THEN 'message_under_way'
  END`

const instant = (column: RawBuilder<unknown>) => sql`rfc3339(${column})`

/**
 * Columns of messages `o` with their people `u` and appointments `a` at places `p`. `toPhone`: whether the
 * reader has to be phoned; where they have no number, their contact.
 */
export const messageColumns = (
  toPhone: RawBuilder<unknown>,
) => sql`o.id, o.kind, o.state, o.why, o.error, o.channel, o.recipient, o.subject, o.attempts, o.due_at, o.created_at,
  o.settled_at, o.resent_from, o.told_at,
  CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'name', u.name, 'phone', u.phone, 'erased', u.erased_at IS NOT NULL) END AS person,
  CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'reference', a.reference, 'schedule_id', a.schedule_id, 'status', a.status,
    'starts_at', ${instant(sql`a.starts_at`)}, 'time_zone', p.time_zone) END AS appointment,
  CASE WHEN ${toPhone} THEN json_build_object('number', coalesce(u.phone, u.contact_phone), 'by', ${instant(sql`o.phone_by`)},
    'name', CASE WHEN u.phone IS NULL AND u.contact_phone IS NOT NULL THEN coalesce(u.contact_name, u.name) ELSE u.name END) END AS to_phone,
  ${unsentReason} AS unsent`

/** The person and the appointment of a message `o`. */
export const aboutMessage = sql`LEFT JOIN users u ON u.id = o.user_id LEFT JOIN appointments a ON a.id = o.appointment_id
  LEFT JOIN schedules s ON s.id = a.schedule_id LEFT JOIN places p ON p.id = s.place_id`
/** Every message `o` with its person, appointment, session and place, for a FROM. */
export const messageTables = sql`outbox o ${aboutMessage}`

/** Whether there is such a message. */
export async function hasMessage(db: Connection, _scope: Scope, id: string): Promise<boolean> {
  return (await db.selectFrom('outbox').select('id').where('id', '=', id).execute()).length > 0
}

const messageById = defineQuery(
  'message by id',
  (_db, { id, now }: { id: Param<string>; now: Param<Date> }) =>
    sql<TextRow>`SELECT ${messageColumns(needsPhoneCall(now))}, o.body AS text, o.detail ->> 'language' AS language FROM ${messageTables} WHERE o.id = ${id}`,
)

/** One message with its text. Without it where the appointment takes a reason that the caller did not give. */
export async function findMessage(db: Connection, scope: PersonScope, id: string): Promise<MessageText | null> {
  const [row] = await messageById(db, { id, now: scope.now })
  if (!row) return null
  const withheld = await findRequiringReason(db, scope, row.appointment ? [row.appointment.id] : [])
  return presentText(withheld.size > 0 ? { ...row, text: null } : row, scope.language)
}
