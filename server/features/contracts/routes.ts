import { contractCalls } from '#contract/contracts.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { listOwnAcceptances, listPublishedContracts } from './queries.ts'

/** Legally binding texts. */
export function registerContracts(app: App): void {
  handle(app, contractCalls, 'GET /api/show-list', async ({ scope, platform: { db } }) => {
    const contracts = await listPublishedContracts(db, scope)
    return { about: null, terms_conditions: null, ...Object.fromEntries(contracts.map(contract => [contract.key, contract])) }
  })

  handle(app, contractCalls, 'GET /api/my-profile/acceptances', async ({ scope, platform: { db } }) => ({
    data: await listOwnAcceptances(db, scope),
  }))
}
