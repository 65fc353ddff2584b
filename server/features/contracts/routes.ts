import { contractCalls, type FullContract } from '#contract/contracts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { handle } from '../../platform/http/handle.ts'
import { sendCsv } from '../../platform/http/send-csv.ts'
import type { App, Platform } from '../../platform/http/platform.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'
import { findCertificate, listAcceptances, listMissing } from './acceptance-queries.ts'
import { acceptContracts, changeContract, createContract, discardDraft, setWithdrawn } from './commands.ts'
import { exportAcceptances, exportContracts, exportMissing } from './export-contracts.ts'
import { publishTranslation } from './translation-commands.ts'
import {
  contractExists,
  findContract,
  countReach,
  listContracts,
  listOwnAcceptances,
  listOwnMissing,
  listPublishedContracts,
} from './queries.ts'

/** Routes of contracts: reading, writing, publishing and acceptances. */
export function registerContracts(app: App): void {
  handle(app, contractCalls, 'GET /api/show-list', async ({ scope, platform: { db } }) => {
    const contracts = await listPublishedContracts(db, scope)
    return { about: null, terms_conditions: null, ...Object.fromEntries(contracts.map(contract => [contract.key, contract])) }
  })

  handle(app, contractCalls, 'GET /api/legally-binding-contract', async ({ scope, query, platform: { db } }) => ({
    data: await listContracts(db, scope, query),
  }))

  handle(app, contractCalls, 'GET /api/legally-binding-contract/export', async ({ scope, query, platform: { db }, http }) =>
    sendCsv(http.reply, scope, 'contracts', exportContracts(db, scope, query)),
  )

  handle(
    app,
    contractCalls,
    'GET /api/legally-binding-contract/{id}',
    async ({ scope, params, platform: { db } }) => (await findContract(db, scope, params.id)) ?? refuse('not_found'),
  )

  registerEditing(app)
  registerAcceptances(app)
}

const existing = {
  exists: ({ scope, params, platform }: { scope: Scope; params: { id: string }; platform: Platform }) =>
    contractExists(platform.db, scope, params.id),
}

function registerEditing(app: App): void {
  handle(
    app,
    contractCalls,
    'GET /api/legally-binding-contract/{id}/edit',
    async ({ scope, params, platform: { db } }) => {
      const contract = await show(db, scope, params.id)
      if (contract instanceof Refusal) return contract
      const key_fixed = contract.versions.some(({ published_at }) => published_at !== null)
      return { contract, key_fixed, reach: await countReach(db, scope, params.id) }
    },
    existing,
  )

  handle(app, contractCalls, 'POST /api/legally-binding-contract', async ({ scope, body, platform: { db } }) => {
    const created = await createContract(db, scope, body)
    return created instanceof Refusal ? created : show(db, scope, created.id)
  })

  handle(
    app,
    contractCalls,
    'PUT /api/legally-binding-contract/{id}',
    async ({ scope, params, body, platform: { db } }) => (await changeContract(db, scope, params.id, body)) ?? show(db, scope, params.id),
    existing,
  )

  for (const [name, withdrawn] of [
    ['POST /api/legally-binding-contract/{id}/withdraw', true],
    ['POST /api/legally-binding-contract/{id}/reactivate', false],
  ] as const) {
    handle(
      app,
      contractCalls,
      name,
      async ({ scope, params, body, platform: { db } }) =>
        (await setWithdrawn(db, scope, params.id, { withdrawn, revision: body?.revision })) ?? show(db, scope, params.id),
      existing,
    )
  }

  handle(
    app,
    contractCalls,
    'POST /api/legally-binding-contract/{id}/translations',
    async ({ scope, params, body, platform: { db } }) =>
      (await publishTranslation(db, scope, params.id, body)) ?? show(db, scope, params.id),
    existing,
  )

  handle(
    app,
    contractCalls,
    'DELETE /api/legally-binding-contract/{id}/draft',
    async ({ scope, params, query, platform: { db } }) => {
      const before = await show(db, scope, params.id)
      const refusal = await discardDraft(db, scope, params.id, query.revision)
      return refusal ?? (await findContract(db, scope, params.id)) ?? before
    },
    existing,
  )
}

function registerAcceptances(app: App): void {
  handle(
    app,
    contractCalls,
    'GET /api/legally-binding-contract/{id}/acceptances',
    async ({ scope, params, query, platform: { db } }) => listAcceptances(db, scope, params.id, query),
    { ...existing, replica: 'allowed' },
  )

  handle(
    app,
    contractCalls,
    'GET /api/legally-binding-contract/{id}/missing',
    async ({ scope, params, query, platform: { db } }) => listMissing(db, scope, params.id, query),
    { ...existing, replica: 'allowed' },
  )

  handle(
    app,
    contractCalls,
    'GET /api/legally-binding-contract/{id}/acceptances/export',
    async ({ scope, params, query, platform: { db }, http }) =>
      sendCsv(http.reply, scope, 'acceptances', exportAcceptances(db, scope, params.id, query)),
    existing,
  )

  handle(
    app,
    contractCalls,
    'GET /api/legally-binding-contract/{id}/missing/export',
    async ({ scope, params, query, platform: { db }, http }) =>
      sendCsv(http.reply, scope, 'missing-acceptances', exportMissing(db, scope, params.id, query)),
    existing,
  )

  handle(app, contractCalls, 'GET /api/acceptances/{id}', async ({ scope, params, platform: { db } }) => {
    return (await findCertificate(db, scope, params.id)) ?? refuse('not_found')
  })

  handle(app, contractCalls, 'GET /api/my-profile/acceptances', async ({ scope, platform: { db } }) => showOwn(db, scope))

  handle(
    app,
    contractCalls,
    'POST /api/my-profile/acceptances',
    async ({ scope, body, platform: { db } }) => (await acceptContracts(db, scope, body)) ?? showOwn(db, scope),
  )
}

const showOwn = async (db: Connection, scope: PersonScope) => ({
  data: await listOwnAcceptances(db, scope),
  to_accept: await listOwnMissing(db, scope),
})

/** A contract by its id. Refusal: 404, also for one that has just been deleted. */
const show = async (db: Connection, scope: Scope, id: string): Promise<FullContract | Refusal> =>
  (await findContract(db, scope, id)) ?? refuse('not_found')
