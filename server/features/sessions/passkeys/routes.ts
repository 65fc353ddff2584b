import { passkeyCalls } from '#contract/passkeys.ts'
import { done } from '../../../platform/done.ts'
import { handle } from '../../../platform/http/handle.ts'
import type { App } from '../../../platform/http/platform.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import { ownChanges } from '../../../platform/request-limits.ts'
import { confirmOwnSession, sendConfirmCode } from '../confirm/commands.ts'
import { deliverLogin } from '../present.ts'
import { readOwnMethods } from '../methods/queries.ts'
import { makeRecoveryCodes } from '../second-step/recovery-commands.ts'
import { addOwnPasskey, offerOwnPasskey, removeOwnPasskey, renameOwnPasskey } from './commands.ts'
import { askForPasskey, enrolPasskey, logInWithPasskey, offerEnrolment } from './login-commands.ts'

/** Every sign-in page requests a challenge when it opens. Allows for many people behind one address. */
const limits = {
  ask: { limit: { max: 120, minutes: 15, day: 1200, network: { max: 480, day: 4800 } } },
  login: { limit: { max: 40, minutes: 15, day: 400, network: { max: 160, day: 1200 } } },
  enrol: { limit: { max: 90, minutes: 15, day: 600, network: { max: 360, day: 1800 } } },
  change: { limit: { max: 60, minutes: 15 }, ...ownChanges },
  confirm: { limit: { max: 60, minutes: 15 } },
  askCode: { limit: { max: 30, minutes: 15 }, personLimit: { max: 10, minutes: 24 * 60 } },
}

/** Signing in with passkeys, and the caller's own ways to sign in. */
export function registerPasskeys(app: App): void {
  handle(
    app,
    passkeyCalls,
    'POST /api/login/passkey/options',
    async ({ scope, platform }) => askForPasskey(platform, scope, { purpose: 'login', userId: null }),
    limits.ask,
  )

  handle(
    app,
    passkeyCalls,
    'POST /api/login/passkey',
    async ({ scope, body, ...input }) => deliverLogin(await logInWithPasskey(input.platform, scope, body), input),
    limits.login,
  )

  handle(
    app,
    passkeyCalls,
    'POST /api/login/confirm/passkey/options',
    async ({ scope, body, platform }) => offerEnrolment(platform, scope, body.login_ticket),
    limits.enrol,
  )

  handle(
    app,
    passkeyCalls,
    'POST /api/login/confirm/passkey',
    async ({ scope, body, ...input }) => deliverLogin(await enrolPasskey(input.platform, scope, body), input),
    limits.enrol,
  )

  handle(app, passkeyCalls, 'GET /api/my-profile/sign-in-methods', async ({ scope, platform: { db, settings } }) =>
    readOwnMethods(db, scope, settings),
  )

  handle(
    app,
    passkeyCalls,
    'POST /api/my-profile/passkeys/options',
    async ({ scope, platform }) => offerOwnPasskey(platform, scope),
    limits.change,
  )

  handle(
    app,
    passkeyCalls,
    'POST /api/my-profile/passkeys',
    async ({ scope, body, platform }) => addOwnPasskey(platform, scope, body),
    limits.change,
  )

  handle(
    app,
    passkeyCalls,
    'PUT /api/my-profile/passkeys/{id}',
    async ({ scope, params, body, platform: { db } }) => (await renameOwnPasskey(db, scope, params.id, body.name)) ?? refuse('not_found'),
    limits.change,
  )

  handle(
    app,
    passkeyCalls,
    'DELETE /api/my-profile/passkeys/{id}',
    async ({ scope, params, platform }) => (await removeOwnPasskey(platform, scope, params.id)) ?? done(scope, 'passkeyRemoved'),
    limits.change,
  )

  handle(
    app,
    passkeyCalls,
    'POST /api/my-profile/recovery-codes',
    async ({ scope, platform: { db } }) => {
      const codes = await makeRecoveryCodes(db, scope)
      return codes instanceof Refusal ? codes : { codes }
    },
    limits.change,
  )

  handle(
    app,
    passkeyCalls,
    'POST /api/my-session/confirm',
    async ({ scope, body, platform }) => (await confirmOwnSession(platform, scope, body)) ?? done(scope, 'identityConfirmed'),
    limits.confirm,
  )

  handle(
    app,
    passkeyCalls,
    'POST /api/my-session/confirm/passkey/options',
    async ({ scope, platform }) => askForPasskey(platform, scope, { purpose: 'confirm', userId: scope.person.id }),
    limits.confirm,
  )

  handle(
    app,
    passkeyCalls,
    'POST /api/my-session/confirm/code',
    async ({ scope, platform }) => sendConfirmCode(platform, scope),
    limits.askCode,
  )
}
