import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Database } from '#database/types.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { escapeLike } from '../../../platform/database/escape-like.ts'
import type { Scope } from '../../../platform/scope.ts'
import type { SecretPlace } from '../../../platform/secrets/secret-box.ts'
import type { ProvenIdentity } from '../policy.ts'

/** A sign-in that was used just now. */
export type SignInRow = Pick<
  Selectable<Database['provider_sign_ins']>,
  'state_hash' | 'provider_id' | 'purpose' | 'user_id' | 'nonce' | 'verifier' | 'return_path' | 'invitation_hash'
>

/** Where a login's refresh token is stored. */
export const refreshTokenPlace = (loginId: string): SecretPlace => ({ table: 'provider_logins', column: 'refresh_token', row: loginId })

/**
 * Whether a login, by the alias of its row, has a session of staff in use, or waits for its second factor. A session
 * that was left is not ended, only over.
 */
export const isLoginInUse = (login: 'l' | 'd', now: Date): RawBuilder<boolean> => sql<boolean>`(
  EXISTS (SELECT FROM sessions s WHERE s.provider_login_id = ${sql.ref(`${login}.id`)} AND s.ended_at IS NULL AND s.staff
    AND s.last_used_at > ${now}::timestamptz - interval '1 hour' AND s.provider_checked_at > ${now}::timestamptz - interval '1 hour')
  OR EXISTS (SELECT FROM login_tickets t WHERE t.provider_login_id = ${sql.ref(`${login}.id`)} AND t.used_at IS NULL AND t.expires_at > ${now}))`

/**
 * Whether a record here has the address that a provider confirmed, also one that is not active: no
 * second one is registered.
 */
export async function isKnown(db: Connection, _scope: Scope, { email, phone }: Pick<ProvenIdentity, 'email' | 'phone'>): Promise<boolean> {
  if (email === null && phone === null) return false
  const found = await db
    .selectFrom('users')
    .select('id')
    .where(({ or, eb }) =>
      or([
        ...(phone === null ? [] : [eb('phone', '=', phone)]),
        // The index of e-mail addresses serves patterns.
        ...(email === null ? [] : [eb('email', 'ilike', escapeLike(email))]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a provider's subject is a person here. */
export const isLinked = async (db: Connection, _scope: Scope, providerId: string, subject: string): Promise<boolean> =>
  (await db
    .selectFrom('provider_accounts')
    .select('id')
    .where('provider_id', '=', providerId)
    .where('subject', '=', subject)
    .executeTakeFirst()) !== undefined
