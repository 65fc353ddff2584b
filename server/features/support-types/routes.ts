import { supportTypeCalls, type OfferedSupportType } from '#contract/support-types.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App, Platform } from '../../platform/http/platform.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { changeSupportType, createSupportType, orderSupportTypes, setSupportTypeActive } from './commands.ts'
import { findOfferedSupportType, listOfferedSupportTypes, readOfferedSupportTypes } from './queries.ts'

/** Registers the calls on support types. */
export function registerSupportTypes(app: App): void {
  const originals = { content: 'originals' } as const
  const existing = {
    ...originals,
    exists: async ({ scope, params, platform }: { scope: Scope; params: { id: string }; platform: Platform }) =>
      (await findOfferedSupportType(platform.db, scope, params.id)) !== null,
  }

  handle(
    app,
    supportTypeCalls,
    'GET /api/support-types',
    async ({ scope, platform: { db } }) => ({ data: await listOfferedSupportTypes(db, scope) }),
    originals,
  )

  handle(
    app,
    supportTypeCalls,
    'GET /api/support-types/{id}',
    async ({ scope, params, platform: { db } }) => (await findOfferedSupportType(db, scope, params.id)) ?? refuse('not_found'),
    originals,
  )

  handle(
    app,
    supportTypeCalls,
    'POST /api/support-types',
    async ({ scope, body, platform: { db } }) => {
      const created = await createSupportType(db, scope, body)
      return created instanceof Refusal ? created : show(db, scope, created.id)
    },
    originals,
  )

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
      (await orderSupportTypes(db, scope, body.ids)) ?? { data: await readOfferedSupportTypes(db, scope) },
    originals,
  )
}

/** A support type that was just written; they are never deleted. */
async function show(db: Connection, scope: Scope, id: string): Promise<OfferedSupportType> {
  const supportType = await findOfferedSupportType(db, scope, id)
  if (!supportType) throw new Error('a support type that was written is not there')
  return supportType
}
