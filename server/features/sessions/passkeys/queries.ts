import type { Passkey } from '#contract/passkeys.ts'
import type { SecondFactor } from '#contract/problem.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { PersonScope, Scope } from '../../../platform/scope.ts'
import { passkeyColumns, presentPasskey } from './present.ts'

/** The caller's passkeys, the newest first. */
export async function listOwnPasskeys(db: Connection, { person }: PersonScope): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(passkeyColumns)
    .where('user_id', '=', person.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(presentPasskey)
}

/** A person's credentials as a browser is told of them. */
export async function listCredentials(db: Connection, _scope: Scope, userId: string) {
  const rows = await db.selectFrom('passkeys').select(['credential_id', 'transports']).where('user_id', '=', userId).orderBy('id').execute()
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id.toString('base64url'),
    type: 'public-key' as const,
    transports,
  }))
}

/** What a person has to confirm a login with after the password. */
export async function listSecondFactors(db: Connection, _scope: Scope, userId: string): Promise<SecondFactor[]> {
  const [app, passkey, code] = await Promise.all([
    db.selectFrom('authenticators').select('user_id').where('user_id', '=', userId).executeTakeFirst(),
    db.selectFrom('passkeys').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst(),
    db
      .selectFrom('recovery_codes')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .limit(1)
      .executeTakeFirst(),
  ])
  return [
    ...(app ? (['app'] as const) : []),
    ...(passkey ? (['passkey'] as const) : []),
    ...(app && code ? (['recovery_code'] as const) : []),
  ]
}
