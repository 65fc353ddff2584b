import type { ConfirmWay, SignInMethods } from '#contract/passkeys.ts'
import { availableChannels, type Settings } from '../../../platform/config.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { relyingPartyOf } from '../../../platform/relying-party.ts'
import type { PersonScope } from '../../../platform/scope.ts'
import { addressForCode } from '../second-step/commands.ts'
import { listOwnPasskeys } from '../passkeys/queries.ts'

/** The ways in which the caller signs in, and what they can prove again who they are with. */
export async function readOwnMethods(db: Connection, scope: PersonScope, settings: Settings): Promise<SignInMethods> {
  const { id } = scope.person
  const [user, passkeys, app, codes, password] = await Promise.all([
    db
      .selectFrom('users')
      .select(['phone', 'phone_verified_at', 'email', 'email_verified_at', 'password_hash'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    listOwnPasskeys(db, scope),
    db.selectFrom('authenticators').select('created_at').where('user_id', '=', id).executeTakeFirst(),
    db.selectFrom('recovery_codes').select('user_id').where('user_id', '=', id).where('used_at', 'is', null).execute(),
    db
      .selectFrom('sessions')
      .select(({ fn }) => fn.max('created_at').as('at'))
      .where('user_id', '=', id)
      .where('method', '=', 'password')
      .executeTakeFirst(),
  ])
  const channels = availableChannels(settings)
  const reached = (verifiedAt: string | null, channel: 'sms' | 'email') => ({
    verified: verifiedAt !== null,
    delivered: channels.includes(channel),
  })
  const hasPassword = user.password_hash !== null
  const code = hasPassword ? null : addressForCode(user, settings)
  const confirm_with: ConfirmWay[] = [
    ...(passkeys.length > 0 && relyingPartyOf(settings) ? (['passkey'] as const) : []),
    ...(hasPassword ? (['password'] as const) : []),
    ...(app ? (['app'] as const) : []),
    ...(code ? [code.email === undefined ? ('phone' as const) : ('email' as const)] : []),
  ]
  return {
    phone: user.phone === null ? null : reached(user.phone_verified_at, 'sms'),
    email: user.email === null ? null : reached(user.email_verified_at, 'email'),
    password: hasPassword ? { last_used_at: password?.at ?? null } : null,
    passkeys,
    authenticator: app ? { created_at: app.created_at, recovery_codes: codes.length } : null,
    confirm_with,
  }
}
