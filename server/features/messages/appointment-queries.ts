import { sql } from 'kysely'
import type { ToldMessage } from '#contract/messages.ts'
import { maskRecipient } from '#domain/messages/mask.ts'
import { defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope } from '../../platform/scope.ts'

/** An appointment that was moved more often shows the latest. */
const maxMessages = 30

const messagesToClient = defineQuery(
  "messages of a client's appointment",
  (_db, { id, clientId }: { id: Param<string>; clientId: Param<string> }) => sql<ToldMessage & { kind: string | null }>`
      SELECT o.kind, o.channel, o.recipient, coalesce(o.settled_at, o.created_at) AS at,
        CASE WHEN o.state IN ('waiting', 'sending') THEN 'on_its_way' WHEN o.state IN ('sent', 'delivered') THEN 'sent' WHEN o.state = 'shown' THEN 'shown' ELSE 'not_reached' END AS state
      FROM appointments a LEFT JOIN LATERAL (
        SELECT * FROM outbox o WHERE o.appointment_id = a.id AND o.user_id = a.user_id AND o.state <> 'dropped' AND o.why IS DISTINCT FROM 'not_wanted'
        ORDER BY o.created_at DESC, o.id DESC LIMIT ${maxMessages}) o ON true
      WHERE a.id = ${id} AND a.user_id = ${clientId} ORDER BY o.created_at, o.id`,
)

/**
 * The messages to the caller about their own appointment, first to last; null for an unknown appointment.
 * Messages that were not needed are left out.
 */
export async function listOwnMessages(db: Connection, { person }: PersonScope, id: string): Promise<{ data: ToldMessage[] } | null> {
  const rows = await messagesToClient(db, { id, clientId: person.id })
  if (rows.length === 0) return null
  return {
    data: rows
      .filter(({ kind }) => kind !== null)
      .map(({ recipient, ...row }) => ({ ...row, recipient: recipient === null ? null : maskRecipient(recipient) })),
  }
}
