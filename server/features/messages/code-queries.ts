import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import type { LeasedMessage } from './outbox-commands.ts'

/** A code to send, in its current state. */
export interface CodeFacts {
  message: LeasedMessage
  /** Null: the person who requested it was erased. */
  code: {
    id: string
    phone: string | null
    email: string | null
    expires_at: string
    used: boolean
    superseded: boolean
    /** Of the person who confirms the address, or has confirmed it before. */
    locale: string | null
  } | null
}

/** Reads which of the codes are still valid. Nothing is locked. */
export async function readCodes(db: Connection, _scope: Scope, messages: readonly LeasedMessage[]): Promise<CodeFacts[]> {
  const { rows } = await sql<{ id: string; code: CodeFacts['code'] }>`
    SELECT o.id, json_build_object('id', c.id, 'phone', c.phone, 'email', c.email, 'expires_at', c.expires_at, 'used', c.used_at IS NOT NULL, 'superseded', EXISTS (
        SELECT FROM phone_codes n WHERE (n.phone = c.phone OR n.email = c.email) AND n.user_id IS NOT DISTINCT FROM c.user_id AND n.created_at > c.created_at),
      'locale', coalesce((SELECT locale FROM users WHERE id = c.user_id), (SELECT locale FROM users WHERE phone = c.phone AND active),
        (SELECT locale FROM users WHERE lower(email) = c.email AND active AND email_verified_at IS NOT NULL))) AS code
    FROM outbox o JOIN phone_codes c ON c.id = (o.detail ->> 'code_id')::uuid WHERE o.id = ANY (${messages.map(({ id }) => id)}::uuid[])`.execute(
    db,
  )
  const byId = new Map(rows.map(({ id, code }) => [id, code]))
  return messages.map(message => ({ message, code: byId.get(message.id) ?? null }))
}
