import { supportTypeCalls, type OfferedSupportType } from '#contract/support-types.ts'
import type { Connection } from '../../platform/database.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App, Platform } from '../../platform/http/platform.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { changeSupportType, createSupportType, orderSupportTypes, setSupportTypeActive } from './commands.ts'
import { findOfferedSupportType, listOfferedSupportTypes } from './queries.ts'

/** The kinds of help on offer. */
export function registerSupportTypes(app: App): void {
  const existing = {
    exists: async ({ scope, params, platform }: { scope: Scope; params: { id: string }; platform: Platform }) =>
      (await findOfferedSupportType(platform.db, scope, params.id)) !== null,
  }

  // The same for everybody who may list them, and counting what is planned takes a while: once for all who ask until something changes.
  handle(app, supportTypeCalls, 'GET /api/support-types', async ({ scope, platform: { db, fresh } }) => ({
    data: await fresh.ask('offered support types', () => listOfferedSupportTypes(db, scope)),
  }))

  handle(
    app,
    supportTypeCalls,
    'GET /api/support-types/{id}',
    async ({ scope, params, platform: { db } }) => (await findOfferedSupportType(db, scope, params.id)) ?? refuse('not_found'),
  )

  handle(app, supportTypeCalls, 'POST /api/support-types', async ({ scope, body, platform: { db } }) => {
    const created = await createSupportType(db, scope, body)
    return created instanceof Refusal ? created : show(db, scope, created.id)
  })

  handle(
    app,
    supportTypeCalls,
    'PUT /api/support-types/{id}',
    async ({ scope, params, body, platform: { db } }) =>
      (await changeSupportType(db, scope, params.id, body)) ?? show(db, scope, params.id),
    existing,
  )

  for (const [name, active] of [
    ['POST /api/support-types/{id}/retire', false],
    ['POST /api/support-types/{id}/reactivate', true],
  ] as const) {
    handle(
      app,
      supportTypeCalls,
      name,
      async ({ scope, params, body, platform: { db } }) =>
        (await setSupportTypeActive(db, scope, params.id, active, body?.revision)) ?? show(db, scope, params.id),
      existing,
    )
  }

  handle(
    app,
    supportTypeCalls,
    'POST /api/support-types/order',
    async ({ scope, body, platform: { db } }) =>
      (await orderSupportTypes(db, scope, body.ids)) ?? { data: await listOfferedSupportTypes(db, scope) },
  )
}

/** A support type that was just written; they are never deleted. */
async function show(db: Connection, scope: Scope, id: string): Promise<OfferedSupportType> {
  const supportType = await findOfferedSupportType(db, scope, id)
  if (!supportType) throw new Error('a support type that was written is not there')
  return supportType
}
