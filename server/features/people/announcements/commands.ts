import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'

/** What changed about how a person signs in. */
export type SignInChange =
  | {
      what:
        | 'password_set'
        | 'password_changed'
        | 'passkey_added'
        | 'passkey_removed'
        | 'passkeys_reset'
        | 'app_added'
        | 'app_reset'
        | 'recovery_codes_made'
        | 'recovery_code_used'
        | 'emergency_used'
    }
  /** The counter of a passkey went back. Told once a day for each passkey. */
  | { what: 'passkey_cloned'; passkeyId: string }
  /** `before`: the address until now, which is told. The new one is not. */
  | { what: 'email_changed' | 'email_removed'; before: string | null }
  /** `provider`: its name. */
  | { what: 'provider_linked' | 'provider_unlinked'; provider: string }
  /** `codeTo`: what the code of this login has just reached, and so is not told. */
  | { what: 'new_device'; device: string; codeTo: 'phone' | 'email' | null }

/**
 * Tells a person that the way they sign in has changed, in the transaction of the change: by the number and
 * the address that they had before it. The changes of a phone number are told by `replacePhone`.
 */
export async function announceSignInChange(trx: Connection, scope: Scope, userId: string, change: SignInChange): Promise<void> {
  const person = await trx.selectFrom('users').select(['phone', 'email']).where('id', '=', userId).executeTakeFirst()
  const reached = change.what === 'new_device' ? change.codeTo : null
  const phone = reached === 'phone' ? null : (person?.phone ?? null)
  const email = reached === 'email' ? null : 'before' in change ? change.before : (person?.email ?? null)
  if (phone === null && email === null) return
  const { what } = change
  const detail = JSON.stringify({
    what,
    phone,
    email,
    ...('provider' in change && { provider: change.provider }),
    ...('device' in change && { device: change.device }),
  })
  await trx
    .insertInto('outbox')
    .values({ kind: 'sign_in_changed', user_id: userId, detail, due_at: scope.now, once: onceKeyOf(change, scope) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** A cloned passkey that is tried again and again is told once a day. */
const onceKeyOf = (change: SignInChange, { now }: Scope): string | null =>
  change.what === 'passkey_cloned' ? `cloned ${change.passkeyId} ${now.toISOString().slice(0, 10)}` : null
