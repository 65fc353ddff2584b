import { createHash, randomBytes } from 'node:crypto'
import type { Connection } from '../../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import type { PersonScope, Scope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { announceSignInChange } from '../../people/announcements/commands.ts'
import { lockCaller } from '../../people/commands.ts'
import { refuseOldSignIn } from '../queries.ts'
import { encodeSecret } from './check-totp.ts'

const codesPerPerson = 10
/** 80 bits: 16 signs in base32. Too many for a search, so that a plain SHA-256 is enough at rest. */
const codeBytes = 10

const hashOf = (code: string) => createHash('sha256').update(code.replaceAll('-', '').toUpperCase()).digest()

/**
 * Creates ten codes that replace those of the caller's authenticator app; earlier ones stop working.
 * Only their hashes are stored. Refusals: 403 `log_in_again`, 409 `no_authenticator`, and those
 * of `lockCaller`.
 */
export const makeRecoveryCodes = (db: Connection, scope: PersonScope): Promise<string[] | Refusal> =>
  db.transaction().execute(async trx => {
    const refusal = (await lockCaller(trx, scope)) ?? (await refuseOldSignIn(trx, scope))
    if (refusal) return refusal
    const { id: user_id } = scope.person
    const app = await trx.selectFrom('authenticators').select('user_id').where('user_id', '=', user_id).forUpdate().executeTakeFirst()
    if (!app) return refuse('no_authenticator')
    const codes = Array.from({ length: codesPerPerson }, () => encodeSecret(randomBytes(codeBytes)).replaceAll(/(.{4})(?=.)/g, '$1-'))
    await trx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
    await trx
      .insertInto('recovery_codes')
      .values(codes.map(code => ({ user_id, code_hash: hashOf(code), created_at: scope.now })))
      .execute()
    await recordAudit(trx, scope, { action: 'recovery_codes_made', subject: 'user', subjectId: user_id, personId: user_id })
    await announceSignInChange(trx, scope, user_id, { what: 'recovery_codes_made' })
    return codes
  })

/**
 * Uses a recovery code up, records it and tells the person: of many at once one succeeds. False if it
 * is none of theirs, or was used.
 */
export async function spendRecoveryCode(trx: Connection, scope: Scope, userId: string, code: string): Promise<boolean> {
  const used = await trx
    .updateTable('recovery_codes')
    .set({ used_at: scope.now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .where(({ exists, selectFrom }) => exists(selectFrom('authenticators').select('user_id').where('user_id', '=', userId)))
    .returning('user_id')
    .executeTakeFirst()
  if (!used) return false
  await recordAudit(trx, scope, { action: 'recovery_code_used', subject: 'user', subjectId: userId, personId: userId })
  await announceSignInChange(trx, scope, userId, { what: 'recovery_code_used' })
  return true
}
