import { userCalls, type UserDetails } from '#contract/users.ts'
import type { Connection } from '../../platform/database.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App, Platform } from '../../platform/http/platform.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'
import { recordView } from '../record-views/commands.ts'
import { changeUser, createUser } from './commands.ts'
import { findUsers, readUserDetails, userExists } from './queries.ts'

/** Users: everybody who ever booked or works here. */
export function registerUsers(app: App): void {
  const existing = {
    exists: ({ scope, params, platform }: { scope: Scope; params: { id: string }; platform: Platform }) =>
      userExists(platform.db, scope, params.id),
  }

  handle(app, userCalls, 'GET /api/users', async ({ scope, query, platform: { db } }) => findUsers(db, scope, query))

  handle(app, userCalls, 'POST /api/users', async ({ scope, body, platform: { db } }) => {
    const created = await createUser(db, scope, body)
    return created instanceof Refusal ? created : show(db, scope, created)
  })

  for (const name of ['GET /api/users/{id}', 'GET /api/users/{id}/edit'] as const) {
    handle(app, userCalls, name, async ({ scope, params, platform: { db } }) => {
      const user = await readUserDetails(db, scope, params.id)
      if (!user) return refuse('not_found')
      await recordView(db, scope, params.id, 'profile')
      return user
    })
  }

  handle(
    app,
    userCalls,
    'PUT /api/users/{id}',
    async ({ scope, params, body, platform: { db } }) => (await changeUser(db, scope, params.id, body)) ?? show(db, scope, params.id),
    existing,
  )
}

/** A person who was just written; records are never deleted. */
async function show(db: Connection, scope: PersonScope, id: string): Promise<UserDetails> {
  const user = await readUserDetails(db, scope, id)
  if (!user) throw new Error('a person who was written is not there')
  return user
}
