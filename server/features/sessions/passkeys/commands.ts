import type * as z from 'zod'
import type { NewCredential, Passkey } from '#contract/passkeys.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import { relyingPartyOf } from '../../../platform/relying-party.ts'
import type { PersonScope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { announceSignInChange } from '../../people/announcements/commands.ts'
import { lockCaller } from '../../people/commands.ts'
import { refuseLastMethod } from '../methods/commands.ts'
import { refuseOldSignIn } from '../queries.ts'
import { addPasskey, offerPasskey } from './add-commands.ts'
import { passkeyColumns, presentPasskey } from './present.ts'

type Ground = Pick<Platform, 'db' | 'settings'>

/** Begins adding a passkey. Refusals: 503 `no_passkeys`, 403 `log_in_again`, 409 `too_many_passkeys`. */
export async function offerOwnPasskey({ db, settings }: Ground, scope: PersonScope) {
  const party = relyingPartyOf(settings)
  if (!party) return refuse('no_passkeys')
  return (await refuseOldSignIn(db, scope)) ?? offerPasskey(db, scope, party, { purpose: 'add', userId: scope.person.id })
}

/**
 * Adds the caller's new passkey. Refusals: 503 `no_passkeys`, 403 `log_in_again`, 422 `wrong_passkey`,
 * 409 `too_many_passkeys`, and those of `lockCaller`.
 */
export async function addOwnPasskey(
  { db, settings }: Ground,
  scope: PersonScope,
  made: { name?: string | undefined; credential: z.output<typeof NewCredential> },
): Promise<Passkey | Refusal> {
  const party = relyingPartyOf(settings)
  if (!party) return refuse('no_passkeys')
  return db.transaction().execute(async trx => {
    const refusal = (await lockCaller(trx, scope)) ?? (await refuseOldSignIn(trx, scope))
    return refusal ?? addPasskey(trx, scope, party, { ...made, purpose: 'add', userId: scope.person.id })
  })
}

/** Renames one of the caller's passkeys. Undefined if there is none. */
export async function renameOwnPasskey(db: Connection, { person }: PersonScope, id: string, name: string): Promise<Passkey | undefined> {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', person.id)
    .returning(passkeyColumns)
    .executeTakeFirst()
  return row && presentPasskey(row)
}

/**
 * Removes one of the caller's passkeys, and ends their other sessions that began with a passkey: the
 * removed one may have been in other hands. Null when done. Refusals: 403 `log_in_again`, 404
 * `not_found`, 409 `last_method`.
 */
export const removeOwnPasskey = ({ db, settings }: Ground, scope: PersonScope, id: string): Promise<Refusal | null> =>
  db.transaction().execute(async trx => {
    const { person, now } = scope
    const refusal =
      (await refuseOldSignIn(trx, scope)) ?? (await refuseLastMethod(trx, scope, settings, { userId: person.id, kind: 'passkey', id }))
    if (refusal) return refusal
    await trx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', person.id).execute()
    await trx
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('user_id', '=', person.id)
      .where('method', '=', 'passkey')
      .where('id', '<>', person.sessionId)
      .where('ended_at', 'is', null)
      .execute()
    await recordAudit(trx, scope, { action: 'passkey_removed', subject: 'user', subjectId: person.id, personId: person.id })
    await announceSignInChange(trx, scope, person.id, { what: 'passkey_removed' })
    return null
  })
