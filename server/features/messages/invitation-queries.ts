import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'

/** An invitation to send, in its current state. */
export interface InvitationFacts {
  token_hash: Buffer
  address: string | null
  expires_at: string
  /** It was accepted or revoked. */
  ended: boolean
  name: string
  /** Of the invited person. */
  locale: string
  time_zone: string
  inviter: string
  inviter_id: string
}

/** Reads the invitation of a message; undefined if the person was erased. Nothing is locked. */
export async function findInvitationFacts(db: Connection, _scope: Scope, id: unknown): Promise<InvitationFacts | undefined> {
  if (typeof id !== 'string') return undefined
  return db
    .selectFrom('invitations as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .innerJoin('users as b', 'b.id', 'i.invited_by')
    .select(['i.token_hash', 'i.address', 'i.expires_at', 'u.name', 'u.locale', 'u.time_zone', 'b.name as inviter', 'b.id as inviter_id'])
    .select(sql<boolean>`num_nonnulls(i.accepted_at, i.revoked_at) > 0`.as('ended'))
    .where('i.id', '=', id)
    .executeTakeFirst()
}
