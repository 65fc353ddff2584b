import { sql } from 'kysely'
import type { ToldMessage } from '#contract/messages.ts'
import { maskRecipient } from '#domain/messages/mask.ts'
import { type Connection, planned } from '../../platform/database.ts'
import type { PersonScope } from '../../platform/scope.ts'

/** So many are shown: an appointment that was moved more often has the latest. */
const most = 30

/** What oneself was told about one's own appointment, first to last; null where there is no such appointment. What nobody needed to send is left out. */
export async function findTold(db: Connection, { person }: PersonScope, id: string): Promise<{ data: ToldMessage[] } | null> {
  const rows = await planned(
    db,
    sql<ToldMessage & { kind: string | null }>`
      SELECT o.kind, o.channel, o.recipient, coalesce(o.settled_at, o.created_at) AS at,
        CASE WHEN o.state IN ('waiting', 'sending') THEN 'on_its_way' WHEN o.state IN ('sent', 'delivered') THEN 'sent' WHEN o.state = 'shown' THEN 'shown' ELSE 'not_reached' END AS state
      FROM appointments a LEFT JOIN LATERAL (
        SELECT * FROM outbox o WHERE o.appointment_id = a.id AND o.user_id = a.user_id AND o.state <> 'dropped' AND o.why IS DISTINCT FROM 'not_wanted'
        ORDER BY o.created_at DESC, o.id DESC LIMIT ${most}) o ON true
      WHERE a.id = ${id} AND a.user_id = ${person.id} ORDER BY o.created_at, o.id`.compile(db),
  )
  if (rows.length === 0) return null
  return {
    data: rows
      .filter(({ kind }) => kind !== null)
      .map(({ recipient, ...row }) => ({ ...row, recipient: recipient === null ? null : maskRecipient(recipient) })),
  }
}
