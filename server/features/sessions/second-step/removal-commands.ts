import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { stopOwnFeeds } from '../../calendars/commands.ts'
import { announceSignInChange } from '../../people/announcements/commands.ts'
import { lockPeople } from '../../people/commands.ts'
import { endEverySession } from '../commands.ts'
import { findByAddress } from '../setup/queries.ts'

/** What the operator of the server removed. */
export interface RemovedFactors {
  app: boolean
  recoveryCodes: boolean
  passkeys: number
  /** They can sign in with an emergency link. */
  isAdministrator: boolean
}

/**
 * Removes a person's authenticator, recovery codes and passkeys for the operator of the server, and logs the person
 * out everywhere: the device with them is lost, and no colleague may remove them. Null if no active person, or more
 * than one, has this phone number or e-mail address.
 */
export const removeSecondFactors = (db: Connection, scope: Scope, address: string): Promise<RemovedFactors | null> =>
  db.transaction().execute(async trx => {
    const [person, ...others] = await findByAddress(trx, scope, address)
    if (!person || others.length > 0) return null
    const { id, isAdministrator } = person
    await lockPeople(trx, scope, [id])
    const app = await trx.deleteFrom('authenticators').where('user_id', '=', id).returning('user_id').executeTakeFirst()
    const codes = await trx.deleteFrom('recovery_codes').where('user_id', '=', id).returning('code_hash').execute()
    const passkeys = await trx.deleteFrom('passkeys').where('user_id', '=', id).returning('id').execute()
    const removed: RemovedFactors = { app: app !== undefined, recoveryCodes: codes.length > 0, passkeys: passkeys.length, isAdministrator }
    if (!removed.app && !removed.recoveryCodes && passkeys.length === 0) return removed
    // Wrong codes of today must not keep the person from setting up another one.
    await trx.deleteFrom('login_tickets').where('user_id', '=', id).execute()
    await endEverySession(trx, scope, [id])
    await stopOwnFeeds(trx, scope, [id])
    await recordAudit(trx, scope, { action: 'second_factors_removed', subject: 'user', subjectId: id, personId: id })
    if (removed.app) await announceSignInChange(trx, scope, id, { what: 'app_reset' })
    if (passkeys.length > 0) await announceSignInChange(trx, scope, id, { what: 'passkeys_reset' })
    return removed
  })
