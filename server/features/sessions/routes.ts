import { sessionCalls } from '#contract/sessions.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readPhone } from '../people/queries.ts'
import { sendCode } from './codes/commands.ts'
import { endOwnSession, logIn } from './commands.ts'
import { confirmPhone, register } from './registration/commands.ts'
import { setUp } from './setup/commands.ts'

/** Room for a shared network (product rules §4: at least 20 joins and 30 logins in 15 minutes from one address), and none for guessing. */
const limits = {
  join: { limit: { max: 30, minutes: 15 } },
  confirm: { limit: { max: 90, minutes: 15 } },
  register: { limit: { max: 60, minutes: 15 } },
  login: { limit: { max: 40, minutes: 15 } },
  setup: { limit: { max: 20, minutes: 15 } },
}

/** Joining, registering, logging in and out, and the first administrator. */
export function registerSessions(app: App): void {
  handle(
    app,
    sessionCalls,
    'POST /api/join',
    async ({ scope, body, platform: { db, settings } }) => {
      const phone = await readPhone(db, scope, body.phone)
      return phone instanceof Refusal ? phone : sendCode(db, scope, settings, { phone, userId: null })
    },
    limits.join,
  )

  handle(
    app,
    sessionCalls,
    'POST /api/confirm',
    async ({ scope, body, platform: { db } }) => {
      const phone = await readPhone(db, scope, body.phone)
      return phone instanceof Refusal ? phone : confirmPhone(db, scope, phone, body.code)
    },
    limits.confirm,
  )

  handle(app, sessionCalls, 'POST /api/register', async ({ scope, body, platform: { db } }) => register(db, scope, body), limits.register)

  handle(app, sessionCalls, 'POST /api/login', async ({ scope, body, platform: { db } }) => logIn(db, scope, body), limits.login)

  handle(app, sessionCalls, 'POST /api/logout', async ({ scope, platform: { db } }) => {
    await endOwnSession(db, scope, scope.person.sessionId)
    return { message: 'You are logged out.' }
  })

  handle(
    app,
    sessionCalls,
    'POST /api/setup',
    async ({ scope, body: { setup_token, ...person }, platform: { db } }) => {
      const phone = await readPhone(db, scope, person.phone)
      return phone instanceof Refusal ? phone : setUp(db, scope, { ...person, phone, token: setup_token })
    },
    limits.setup,
  )
}
