import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, makeContract, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let editor: { id: string; name: string }
let token: string
let client: string
const unknown = '019aa000-0000-7000-8000-000000000000'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
let count = 0
const input = (fields: object = {}) => ({ key: `key_${(count += 1)}`, title: 'House rules', body: 'Be *kind*.', ...fields })

beforeAll(async () => {
  app = await startTestApp()
  editor = await makeAdmin(app.db, ['Contract Edit'])
  token = await app.signIn(editor)
  client = await app.signIn(await makeUser(app.db))
})
afterAll(() => app.close())

const write = (fields: object = {}, as = token) => app.request('POST /api/legally-binding-contract', { token: as, body: input(fields) })
const change = (id: string, body: object, as: string | undefined = token) =>
  app.request('PUT /api/legally-binding-contract/{id}', { params: { id }, body, ...(as && { token: as }) })
const read = (id: string, as?: string) =>
  app.request('GET /api/legally-binding-contract/{id}', { params: { id }, ...(as && { token: as }) })
const everything = async () => [
  await app.db.selectFrom('contracts').selectAll().orderBy('id').execute(),
  await app.db.selectFrom('contract_versions').selectAll().orderBy('id').execute(),
  await app.db.selectFrom('audit').selectAll().orderBy('id').execute(),
]
async function refused(answer: () => ReturnType<typeof change>, status: number, code: string) {
  const before = await everything()
  const { status: got, problem } = await answer()
  expect([got, problem.code]).toEqual([status, code])
  expect(await everything()).toEqual(before)
  return problem
}

describe('POST /api/legally-binding-contract', () => {
  it('writes a draft that only editors see', async () => {
    const { status, body } = await write({ key: 'draft_only', required_for: 'booking' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      key: 'draft_only',
      version: 1,
      published_at: null,
      draft_version: 1,
      required_for: 'booking',
      revision: 1,
    })
    expect(body.sha256).toBe(sha256('Be *kind*.'))
    expect(body.versions).toMatchObject([{ version: 1, written_by: editor.name }])
    expect((await read(body.id)).status).toBe(404)
    expect((await read(body.id, client)).status).toBe(404)
    expect((await read(body.id, token)).status).toBe(200)
    const list = await app.request('GET /api/legally-binding-contract', { token: client })
    expect(list.body.data.map(({ key }: { key: string }) => key)).not.toContain('draft_only')
  })

  it('publishes at once on request', async () => {
    const { body } = await write({ key: 'at_once', publish: true })
    expect(body).toMatchObject({ published_at: '2026-11-20T09:00:00Z', draft_version: null })
    expect((await app.request('GET /api/show-list')).body.at_once).toMatchObject({ version_id: body.version_id })
    const audit = await app.db.selectFrom('audit').selectAll().where('subject_id', '=', body.id).execute()
    expect(audit).toMatchObject([{ action: 'published', actor_id: editor.id, after: { key: 'at_once', sha256: body.sha256 } }])
  })

  it.each<[string, object, string]>([
    ['a key with capitals', { key: 'House Rules' }, 'key'],
    ['a key that begins with a digit', { key: '1st' }, 'key'],
    ['no title', { title: '  ' }, 'title'],
    ['no text', { body: '' }, 'body'],
    ['another purpose', { required_for: 'fun' }, 'required_for'],
    ['an unknown field', { sha256: 'x' }, 'sha256'],
  ])('refuses %s at its field', async (_, fields, field) => {
    expect(Object.keys((await refused(() => write(fields), 422, 'invalid')).errors!)).toEqual([field])
  })

  it('refuses a key in use, also for concurrent requests', async () => {
    const answers = await Promise.all([write({ key: 'twice' }), write({ key: 'twice' })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    await refused(() => write({ key: 'twice' }), 409, 'key_taken')
  })

  it('refuses callers without the ability', async () => {
    expect((await app.request('POST /api/legally-binding-contract', { body: input() })).status).toBe(401)
    await refused(() => write({}, client), 403, 'missing_ability')
  })
})

describe('PUT /api/legally-binding-contract/{id}', () => {
  it('changes a draft in place and publishes it', async () => {
    const { body: draft } = await write()
    const { body: changed } = await change(draft.id, { key: 'renamed', body: 'New.', revision: 1 })
    expect(changed).toMatchObject({ key: 'renamed', version: 1, version_id: draft.version_id, sha256: sha256('New.'), revision: 2 })
    const { body: published } = await change(draft.id, { publish: true, revision: 2 })
    expect(published).toMatchObject({ version_id: draft.version_id, published_at: '2026-11-20T09:00:00Z', draft_version: null })
  })

  it('creates the next version of a published contract; the version in force stays until publication', async () => {
    const { body: first } = await write({ publish: true })
    const { body: drafted } = await change(first.id, { body: 'Second.' })
    expect(drafted).toMatchObject({ version: 1, version_id: first.version_id, draft_version: 2 })
    expect(
      drafted.versions.map(({ version, published_at }: { version: number; published_at: unknown }) => [version, !!published_at]),
    ).toEqual([
      [2, false],
      [1, true],
    ])
    const seen = (await read(first.id)).body
    expect([seen.body, seen.versions.length, seen.draft_version, seen.versions[0].written_by]).toEqual(['Be *kind*.', 1, null, null])
    const { body: second } = await change(first.id, { publish: true })
    expect(second).toMatchObject({ version: 2, body: 'Second.', draft_version: null })
    expect((await read(first.id)).body.versions).toHaveLength(2)
    expect((await change(first.id, { body: 'Third.', publish: true })).body).toMatchObject({ version: 3, body: 'Third.' })
  })

  it('writes nothing for a change without an effect, and no version for another purpose', async () => {
    const { body } = await write({ publish: true })
    const before = await everything()
    expect((await change(body.id, { title: body.title, body: body.body })).status).toBe(200)
    expect(await everything()).toEqual(before)
    expect((await change(body.id, { required_for: 'booking' })).body).toMatchObject({ version: 1, required_for: 'booking', revision: 2 })
    await change(body.id, { required_for: null })
  })

  it('refuses another key once published, an unchanged text, a stale revision and a key in use', async () => {
    const { body: first } = await write({ publish: true })
    expect((await refused(() => change(first.id, { key: 'other' }), 422, 'invalid')).errors).toHaveProperty('key')
    await change(first.id, { body: 'Draft.' })
    expect((await refused(() => change(first.id, { body: first.body, publish: true }), 409, 'bad_transition')).message).toContain(
      'version 1',
    )
    await refused(() => change(first.id, { body: 'Late.', revision: 1 }), 409, 'stale')
    const { body: draft } = await write()
    await refused(() => change(draft.id, { key: first.key }), 409, 'key_taken')
  })

  it('answers no success where it publishes nothing: the text in force, or a withdrawn one', async () => {
    const { body: first } = await write({ publish: true })
    const again = () => change(first.id, { title: first.title, body: first.body, required_for: 'booking', publish: true })
    expect((await refused(again, 409, 'bad_transition')).message).toContain('version 1, which is in force')
    await app.request('POST /api/legally-binding-contract/{id}/withdraw', { params: { id: first.id }, body: {}, token })
    expect((await refused(again, 409, 'bad_transition')).message).toContain('Reactivate the contract')
    await refused(() => change(first.id, { publish: true }), 409, 'bad_transition')
  })

  it('creates one next version for two concurrent changes', async () => {
    const { body } = await write({ publish: true })
    const answers = await Promise.all([1, 2].map(n => change(body.id, { body: `Text ${n}.`, revision: 1 })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('refuses callers without the ability, and unknown ids', async () => {
    const { body } = await write()
    expect((await app.request('PUT /api/legally-binding-contract/{id}', { params: { id: body.id }, body: {} })).status).toBe(401)
    expect((await change(body.id, { title: 'Mine' }, client)).status).toBe(403)
    expect((await change(unknown, { whatever: 1 })).status).toBe(404)
    expect((await change(body.id, { whatever: 1 })).status).toBe(422)
  })
})

describe('GET …/edit and DELETE …/draft', () => {
  const edit = (id: string, as?: string) =>
    app.request('GET /api/legally-binding-contract/{id}/edit', { params: { id }, ...(as && { token: as }) })
  const discard = (id: string, query: Record<string, string | number> = {}, as: string | undefined = token) =>
    app.request('DELETE /api/legally-binding-contract/{id}/draft', { params: { id }, query, ...(as && { token: as }) })

  it('returns how many people publishing affects', async () => {
    const { contract, version } = await makeContract(app.db, { required_for: 'booking' })
    const someone = await makeUser(app.db)
    await makeUser(app.db, { active: false })
    await app.db
      .insertInto('acceptances')
      .values({ user_id: someone.id, version_id: version.id, recorded_by: someone.id, accepted_at: '2026-11-01T00:00:00Z' })
      .execute()
    const { people } = await app.db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('people'))
      .where('active', '=', true)
      .executeTakeFirstOrThrow()
    const { status, body } = await edit(contract.id, token)
    expect(status).toBe(200)
    expect(body).toMatchObject({ key_fixed: true, reach: { people: Number(people), accepted: 1, accepted_with_open: 0 } })
    expect((await edit(contract.id)).status).toBe(401)
    expect((await edit(contract.id, client)).status).toBe(403)
    expect((await edit(unknown, token)).status).toBe(404)
  })

  it('deletes a draft, never the version in force', async () => {
    const { body } = await write({ publish: true })
    await change(body.id, { body: 'Draft.' })
    await refused(() => discard(body.id, { revision: 1 }), 409, 'stale')
    expect((await discard(body.id, { revision: 2 })).body).toMatchObject({ version: 1, draft_version: null, revision: 3 })
    await refused(() => discard(body.id), 409, 'bad_transition')
    await refused(() => discard(body.id, { revision: 'x' }), 422, 'invalid')
    expect((await discard(body.id, {}, client)).status).toBe(403)
    expect((await app.request('DELETE /api/legally-binding-contract/{id}/draft', { params: { id: body.id } })).status).toBe(401)
    expect((await discard(unknown)).status).toBe(404)
  })

  it('deletes a contract that was never published, once and with its translations, and its key is free again', async () => {
    const { body: only } = await write()
    const [version] = only.versions
    const translation = { subject_id: version.version_id, language: 'de', field: 'title', text: 'Entwurf', source_sha256: 'x' }
    await app.db.insertInto('translations').values(translation).execute()
    await refused(() => discard(only.id, { revision: 9 }), 409, 'stale')
    const answers = await Promise.all(Array.from({ length: 5 }, () => discard(only.id, { revision: 1 })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404])
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ id: only.id, key: only.key })
    expect((await edit(only.id, token)).status).toBe(404)
    expect(await app.db.selectFrom('translations').selectAll().where('subject_id', '=', version.version_id).execute()).toEqual([])
    const audit = await app.db.selectFrom('audit').select('action').where('subject_id', '=', only.id).orderBy('at').execute()
    expect(audit.map(({ action }) => action)).toEqual(['created', 'discarded'])
    expect((await write({ key: only.key })).status).toBe(201)
  })
})

describe('the list', () => {
  it('is listed by key, title or publication, drafts last', async () => {
    const made: string[] = []
    for (const [title, publish] of [
      ['Zebras', true],
      ['apples', true],
      ['Mules', false],
    ] as const) {
      made.push((await write({ key: `order_${made.length}`, title, publish })).body.id)
      app.clock.advance(60_000)
    }
    const order = async (sort: string) => {
      const { body } = await app.request('GET /api/legally-binding-contract', { token, query: { sort } })
      return body.data.flatMap(({ id }: { id: string }) => (made.includes(id) ? [made.indexOf(id)] : []))
    }
    const orders = []
    for (const sort of ['key', '-key', 'title', '-title', 'published', '-published']) orders.push((await order(sort)).join(''))
    expect(orders).toEqual(['012', '210', '120', '021', '012', '102'])
    expect((await app.request('GET /api/legally-binding-contract', { query: { sort: 'body' } })).status).toBe(422)
  })
})

describe('withdrawing', () => {
  const act = (what: 'withdraw' | 'reactivate', id: string, body: object = {}, as: string | undefined = token) =>
    app.request(`POST /api/legally-binding-contract/{id}/${what}`, { params: { id }, body, ...(as && { token: as }) })
  const published = async () => (await write({ publish: true, required_for: 'booking' })).body
  const isMissing = async (version_id: string) =>
    (await app.db.selectFrom('missing_acceptances').select('user_id').where('version_id', '=', version_id).execute()).length > 0

  it('takes the version out of force, for editors to see and to take back', async () => {
    const { id, key, version_id } = await published()
    expect(await isMissing(version_id)).toBe(true)
    const withdrawn = await act('withdraw', id, { revision: 1 })
    expect(withdrawn.status).toBe(200)
    expect(withdrawn.body).toMatchObject({ id, version: 1, withdrawn_at: expect.any(String), revision: 2 })
    expect((await app.request('GET /api/show-list')).body[key]).toBeUndefined()
    expect([(await read(id)).status, (await read(id, client)).status, await isMissing(version_id)]).toEqual([404, 404, false])
    expect((await act('withdraw', id)).body.revision).toBe(2)
    expect((await act('reactivate', id, { revision: 2 })).body).toMatchObject({ version: 1, withdrawn_at: null, revision: 3 })
    expect([(await read(id)).status, await isMissing(version_id)]).toEqual([200, true])
    const audit = await app.db.selectFrom('audit').select(['action', 'actor_id']).where('subject_id', '=', id).orderBy('id').execute()
    expect(audit.map(({ action, actor_id }) => [action, actor_id])).toEqual(
      ['published', 'withdrawn', 'reactivated'].map(action => [action, editor.id]),
    )
  })

  it('ends with the next version, also with the same text', async () => {
    const { id, title, body } = await published()
    await act('withdraw', id)
    expect((await change(id, { body: 'Be *kinder*.' })).body).toMatchObject({ draft_version: 2, withdrawn_at: expect.any(String) })
    expect((await change(id, { title, body, publish: true })).body).toMatchObject({ version: 2, withdrawn_at: null, draft_version: null })
    expect((await read(id)).status).toBe(200)
  })

  it('refuses drafts, stale revisions and other callers', async () => {
    const { id } = await published()
    const draft = await write()
    await refused(() => act('withdraw', draft.body.id), 409, 'bad_transition')
    await refused(() => act('withdraw', id, { revision: 9 }), 409, 'stale')
    await refused(() => act('reactivate', id, { revision: 9 }), 409, 'stale')
    await refused(() => act('withdraw', id, { why: 'so' }), 422, 'invalid')
    await refused(() => act('withdraw', id, {}, client), 403, 'missing_ability')
    await refused(() => act('withdraw', id, {}, ''), 401, 'unauthenticated')
    await refused(() => act('withdraw', unknown), 404, 'not_found')
  })
})
