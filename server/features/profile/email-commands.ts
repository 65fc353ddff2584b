import type * as z from 'zod'
import type { CodeAnswer } from '#contract/sessions.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { lockCaller } from '../people/commands.ts'
import { removeEmail, replaceEmail } from '../people/emails/commands.ts'
import { sendCode, spendCode } from '../sessions/codes/commands.ts'
import { endOtherSessions } from '../sessions/commands.ts'
import { refuseLastMethod } from '../sessions/methods/commands.ts'
import { refuseOldSignIn } from '../sessions/queries.ts'
import { readOwnPassword, refuseWrongPassword, type Proving } from './password-commands.ts'

/**
 * Sends a code to the caller's future e-mail address. A caller without a password has just signed in:
 * from a session left open, no address is changed.
 * Refusals: 403 `log_in_again`, and those of `sendCode`.
 */
export async function askForEmailCode(
  platform: Pick<Platform, 'db' | 'settings' | 'secrets'>,
  scope: PersonScope,
  email: string,
): Promise<z.input<typeof CodeAnswer> | Refusal> {
  const { db } = platform
  const old = (await readOwnPassword(db, scope)) === null ? await refuseOldSignIn(db, scope) : null
  return old ?? sendCode(db, scope, platform, { address: { email }, userId: scope.person.id })
}

interface NewEmail {
  email: string
  code: string
  current_password?: string | undefined
}

/**
 * Replaces the person's e-mail address after the code sent to the new one, and ends their other
 * sessions. Only a caller who has proved the address learns that another person has it. Null when
 * done.
 * Refusals: 422 `wrong_password`, 422 `wrong_code`, 429 `too_many_codes`, 409 `email_taken`, and those of
 * `lockCaller`.
 */
export async function changeOwnEmail(
  platform: Proving,
  scope: PersonScope,
  { email, code, current_password }: NewEmail,
): Promise<Refusal | null> {
  const { db } = platform
  const { id } = scope.person
  const wrong = await refuseWrongPassword(platform, scope, await readOwnPassword(db, scope), current_password)
  if (wrong) return wrong
  try {
    return await db.transaction().execute(async trx => {
      const refusal =
        (await spendCode(trx, scope, { address: { email }, userId: id }, { guess: code })) ??
        (await lockCaller(trx, scope)) ??
        (await replaceEmail(trx, scope, id, email))
      if (refusal) return refusal
      await endOtherSessions(trx, scope)
      return null
    })
  } catch (error) {
    // A concurrent change took the address after the check; the unique index refuses it.
    if ((error as { constraint?: string }).constraint === 'users_active_email') return refuse('email_taken')
    throw error
  }
}

/**
 * Removes the person's confirmed e-mail address and ends their other sessions. Null when done.
 * Refusals: 404 without one, 403 `log_in_again`, 409 `last_method`.
 */
export const removeOwnEmail = ({ db, settings }: Pick<Platform, 'db' | 'settings'>, scope: PersonScope): Promise<Refusal | null> =>
  db.transaction().execute(async trx => {
    const { id } = scope.person
    const refusal =
      (await refuseOldSignIn(trx, scope)) ??
      (await refuseLastMethod(trx, scope, settings, { userId: id, kind: 'email', id: null })) ??
      (await removeEmail(trx, scope, id))
    if (refusal) return refusal
    await endOtherSessions(trx, scope)
    return null
  })
