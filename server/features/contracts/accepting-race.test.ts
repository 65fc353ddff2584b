import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin, makeContract, makeUser } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signIn(await makeAdmin(app.db))
})
afterAll(() => app.close())

test.each(['publishing the next version', 'withdrawing it'])(
  'refuses to accept a version that ends by %s at the same moment',
  async change => {
    const { contract, version } = await makeContract(app.db, { required_for: 'booking' })
    const client = await makeUser(app.db)
    const params = { id: contract.id }
    const holding = await app.db.startTransaction().execute()
    await sql`LOCK TABLE audit IN SHARE MODE`.execute(holding)
    const changing =
      change === 'withdrawing it'
        ? app.request('POST /api/legally-binding-contract/{id}/withdraw', { token: admin, params, body: {} })
        : app.request('PUT /api/legally-binding-contract/{id}', { token: admin, params, body: { body: 'New terms.', publish: true } })
    await waitForLocks(app.db)
    const body = { accepted_version_ids: [version.id] }
    const accepting = app.request('POST /api/my-profile/acceptances', { token: await app.signIn(client), body })
    await waitForLocks(app.db, 2)
    await holding.commit().execute()
    expect((await changing).status).toBe(200)
    expect((await accepting).problem).toMatchObject({ status: 422, code: 'contracts_required' })
    expect(await app.db.selectFrom('acceptances').select('id').where('user_id', '=', client.id).execute()).toEqual([])
  },
)
