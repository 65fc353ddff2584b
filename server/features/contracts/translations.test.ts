import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  makeAdmin,
  makeContract,
  makeContractTranslation,
  makeMentor,
  makePlace,
  makeSchedule,
  makeSupportType,
  makeUser,
} from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let editor: string
beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-20T09:00:00Z' })
  editor = await app.signIn(await makeAdmin(app.db, ['Contract Edit', 'User List', 'User Export']))
})
afterAll(() => app.close())

let contract: Awaited<ReturnType<typeof makeContract>>
beforeEach(async () => {
  // Only the contract of the test is required.
  await app.db.updateTable('contracts').set({ required_for: null }).execute()
  contract = await makeContract(app.db, { required_for: 'booking', body: 'Be kind.' })
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const german = () => makeContractTranslation(app.db, contract.version.id, { title: 'Regeln', body: 'Sei nett.' })
const makeClient = async (locale = 'de') => {
  const user = await makeUser(app.db, { locale })
  return { ...user, token: await app.signIn(user) }
}
const own = async (token: string) => (await app.request('GET /api/my-profile/acceptances', { token })).body
const accept = (token: string, body: object) => app.request('POST /api/my-profile/acceptances', { token, body })
const text = (language: string, version_id = contract.version.id) => ({ accepted_texts: [{ version_id, language }] })
const stored = (userId: string) =>
  app.db.selectFrom('acceptances').select(['version_id', 'language', 'sha256']).where('user_id', '=', userId).execute()
const english = () => ({ version_id: contract.version.id, language: 'en', sha256: sha256('Be kind.') })
const inGerman = () => ({ version_id: contract.version.id, language: 'de', sha256: sha256('Sei nett.') })

describe('a reader', () => {
  test('gets the binding text, and next to it the text in their language where there is one', async () => {
    await german()
    const read = async (language: string) =>
      (await app.request('GET /api/show-list', { headers: { 'accept-language': language } })).body[contract.contract.key]
    expect(await read('de')).toMatchObject({
      body: 'Be kind.',
      language: 'en',
      sha256: sha256('Be kind.'),
      translation: { language: 'de', title: 'Regeln', body: 'Sei nett.', sha256: sha256('Sei nett.') },
    })
    expect(await read('fr')).toMatchObject({ body: 'Be kind.', language: 'en', translation: null })
    expect((await read('en')).translation).toBeNull()
    const client = await makeClient()
    expect((await own(client.token)).to_accept).toMatchObject([{ title: contract.contract.key, translation: { title: 'Regeln' } }])
    const list = await app.request('GET /api/legally-binding-contract', { token: client.token })
    expect(list.body.data.find(({ id }: { id: string }) => id === contract.contract.id)).toMatchObject({ translation: { language: 'de' } })
  })

  test('who is a client at the desk gets their own language', async () => {
    await german()
    const token = await app.signIn(await makeAdmin(app.db, ['Appointment Create']))
    const client = await makeClient()
    const read = async (query: Record<string, string>) =>
      (await app.request('GET /api/appointments/create', { token, query })).body.contracts
    expect(await read({ user_id: client.id })).toMatchObject([{ translation: { language: 'de' } }])
    expect(await read({})).toMatchObject([{ translation: null }])
  })
})

describe('an acceptance', () => {
  test('records the language and the hash of the text that was read', async () => {
    await german()
    const client = await makeClient()
    expect((await accept(client.token, text('de'))).status).toBe(200)
    expect(await stored(client.id)).toEqual([inGerman()])
    const { data, to_accept } = await own(client.token)
    expect([data, to_accept]).toMatchObject([[{ ...inGerman(), title: 'Regeln', binding_language: 'en' }], []])
    const { body: certificate } = await app.request('GET /api/acceptances/{id}', { token: client.token, params: { id: data[0].id } })
    expect(certificate).toMatchObject({
      ...inGerman(),
      title: 'Regeln',
      body: 'Sei nett.',
      binding_language: 'en',
      binding_sha256: sha256('Be kind.'),
    })
    const { body: list } = await app.request('GET /api/legally-binding-contract/{id}/acceptances', {
      token: editor,
      params: { id: contract.contract.id },
    })
    expect(list.data).toMatchObject([{ language: 'de', sha256: sha256('Sei nett.') }])
    const csv = await app.request('GET /api/legally-binding-contract/{id}/acceptances/export', {
      token: editor,
      params: { id: contract.contract.id },
    })
    expect(String(csv.body)).toContain(`"de","${sha256('Sei nett.')}"`)
    const record = await app.request('GET /api/users/{id}/record', { token: editor, params: { id: client.id } })
    expect(record.body.acceptances).toMatchObject([{ ...inGerman(), title: 'Regeln' }])
  })

  test('of a version without a language is of the binding text, as older clients show it', async () => {
    await german()
    const client = await makeClient()
    expect((await accept(client.token, { accepted_version_ids: [contract.version.id] })).status).toBe(200)
    expect(await stored(client.id)).toEqual([english()])
    // The first acceptance stays.
    expect((await accept(client.token, text('de'))).status).toBe(200)
    expect(await stored(client.id)).toEqual([english()])
  })

  test('of a version that is also named with a language is of that text', async () => {
    await german()
    const client = await makeClient()
    expect((await accept(client.token, { accepted_version_ids: [contract.version.id], ...text('de') })).status).toBe(200)
    expect(await stored(client.id)).toEqual([inGerman()])
  })

  test('is refused in a language without a text, of a draft translation and of another version’s, with nothing recorded', async () => {
    const other = await makeContract(app.db)
    await makeContractTranslation(app.db, other.version.id, { language: 'fr' })
    const draft = { language: 'de', texts: [{ field: 'title', text: 'Regeln' }] }
    await app.request('PUT /api/translations/{id}', { token: editor, params: { id: contract.version.id }, body: draft })
    const client = await makeClient()
    for (const language of ['de', 'fr']) {
      const { status, problem } = await accept(client.token, text(language))
      expect([status, problem.code, problem.contracts]).toEqual([422, 'contracts_required', [contract.version.id]])
    }
    const both = { accepted_texts: [...text('en').accepted_texts, ...text('de', other.version.id).accepted_texts] }
    expect((await accept(client.token, both)).problem.contracts).toEqual([other.version.id])
    for (const body of [
      {},
      { accepted_texts: [] },
      ...['', 'ja', 'EN', '__proto__', "en'; --"].map(language => text(language)),
      { accepted_texts: [text('en'), text('de')].flatMap(each => each.accepted_texts) },
    ])
      expect((await accept(client.token, body)).status).toBe(422)
    expect(await stored(client.id)).toEqual([])
  })

  test('with a booking records the text that was read; a text that there is not refuses the booking', async () => {
    const { schedule, slots } = await makeSchedule(app.db, {
      supportType: await makeSupportType(app.db),
      place: await makePlace(app.db),
      mentors: [await makeMentor(app.db)],
      from: '2026-12-01T09:00',
      to: '2026-12-01T11:00',
    })
    const client = await makeClient()
    const book = (body: object, slot = 0) =>
      app.request('POST /api/appointments', {
        token: client.token,
        body: { schedule_id: schedule.id, starts_at: slots[slot]!.starts_at, ...body },
      })
    const { status, problem } = await book(text('de'))
    expect([status, problem.code, problem.contracts]).toEqual([422, 'contracts_required', [contract.version.id]])
    expect(await app.db.selectFrom('appointments').select('id').where('user_id', '=', client.id).execute()).toEqual([])
    await german()
    const extra = await makeContract(app.db)
    const wrong = { accepted_texts: [...text('de').accepted_texts, ...text('de', extra.version.id).accepted_texts] }
    expect((await book(wrong)).problem.contracts).toEqual([extra.version.id])
    expect((await book({ ...text('de'), accepted_version_ids: [extra.version.id] })).status).toBe(201)
    expect(await stored(client.id)).toEqual(
      expect.arrayContaining([inGerman(), { version_id: extra.version.id, language: 'en', sha256: extra.version.sha256 }]),
    )
    // A text that has been accepted before refuses all the same where it is said to be one that there is not.
    expect((await book(text('fr'), 1)).status).toBe(422)
    expect((await book({}, 1)).status).toBe(201)
  })

  test('with a registration records the text that was read', async () => {
    await german()
    await app.db.updateTable('contracts').set({ required_for: 'registration' }).where('id', '=', contract.contract.id).execute()
    const phone = '+447911100234'
    const code = (await app.request('POST /api/join', { body: { phone } })).body.demo_code
    const { registration_ticket } = (await app.request('POST /api/confirm', { body: { phone, code } })).body
    const register = (body: object) => app.request('POST /api/register', { body: { registration_ticket, name: 'Ana Lopez', ...body } })
    expect((await register(text('fr'))).problem).toMatchObject({ code: 'contracts_required', contracts: [contract.version.id] })
    const { status, body } = await register(text('de'))
    expect(status).toBe(201)
    expect(await stored(body.user.id)).toEqual([inGerman()])
  })
})

describe('an editor', () => {
  const change = (body: object) =>
    app.request('PUT /api/legally-binding-contract/{id}', { token: editor, params: { id: contract.contract.id }, body })
  const translate = (id: string, language: string, texts: { title?: string; body?: string }, token = editor) =>
    app.request('PUT /api/translations/{id}', {
      token,
      params: { id },
      body: { language, texts: Object.entries(texts).map(([field, each]) => ({ field, text: each })) },
    })
  const publish = (body: object, id = contract.contract.id) =>
    app.request('POST /api/legally-binding-contract/{id}/translations', { token: editor, params: { id }, body })
  const finished = (fields = {}) => ({ version_id: contract.version.id, language: 'de', title: 'Regeln', body: 'Sei nett.', ...fields })
  const missing = async (id: string, language: string) =>
    (await app.request('GET /api/translations', { token: editor })).body.data.find(
      (each: { id: string; language: string }) => each.id === id && each.language === language,
    )

  test('writes the translations of a draft, which go in force with it; outdated and unfinished ones do not', async () => {
    const { body: written } = await change({ body: 'Be kinder.' })
    const draft = written.versions[0].version_id
    await translate(draft, 'de', { title: 'Regeln', body: 'Sei netter.' })
    await translate(draft, 'fr', { body: 'Soyez plus gentil.' })
    await translate(draft, 'es', { title: 'Reglas', body: 'Sé más amable.' })
    await change({ body: 'Be the kindest.' })
    expect(await missing(draft, 'de')).toMatchObject({ kind: 'contract', missing: 0, outdated: 1 })
    await translate(draft, 'de', { body: 'Sei am nettesten.' })
    const { body: published } = await change({ publish: true })
    expect(published.versions[0]).toMatchObject({
      version_id: draft,
      language: 'en',
      translated: [{ language: 'de', sha256: sha256('Sei am nettesten.') }],
    })
    expect(await missing(draft, 'es')).toMatchObject({ outdated: 1 })
    const client = await makeClient()
    expect((await accept(client.token, text('es', draft))).status).toBe(422)
    expect((await accept(client.token, text('de', draft))).status).toBe(200)
  })

  test('loses no translation where only the language of the text changes with a version that is published directly', async () => {
    expect((await publish(finished())).status).toBe(200)
    const { body } = await change({ language: 'cy', publish: true })
    expect(body).toMatchObject({
      version: 2,
      language: 'cy',
      versions: [{ translated: [{ language: 'de', sha256: sha256('Sei nett.') }] }, {}],
    })
    const { body: german } = await change({ language: 'de', publish: true })
    expect(german.versions[0]).toMatchObject({ language: 'de', translated: [] })
  })

  describe('who was shown which translations go in force', () => {
    const readSubject = async (id: string) => (await app.request('GET /api/translations/{id}', { token: editor, params: { id } })).body
    const shown = async (id: string, ...languages: string[]) => {
      const { revisions } = await readSubject(id)
      return languages.map(language => ({ language, revision: revisions[language] }))
    }
    const draftOf = async () => (await change({ body: 'Be kinder.' })).body.versions[0].version_id as string
    const isDraft = async (id: string) => {
      const { published_at } = await app.db
        .selectFrom('contract_versions')
        .select('published_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return published_at === null && (await readSubject(id)).in_force.length === 0
    }

    test('publishes none that were saved afterwards', async () => {
      const draft = await draftOf()
      await translate(draft, 'de', { title: 'Regeln', body: 'Sei netter.' })
      const translations = await shown(draft, 'de')
      await translate(draft, 'fr', { title: 'Règles', body: 'Soyez plus gentil.' })
      expect((await change({ publish: true, translations })).problem.code).toBe('stale')
      expect((await change({ publish: true, translations: [] })).problem.code).toBe('stale')
      expect(await isDraft(draft)).toBe(true)
      const { body } = await change({ publish: true, translations: await shown(draft, 'fr', 'de') })
      expect(body.versions[0].translated.map(({ language }: { language: string }) => language)).toEqual(['de', 'fr'])
    })

    test('publishes no other words than those shown, nor without one that was shown', async () => {
      const draft = await draftOf()
      await translate(draft, 'de', { title: 'Regeln', body: 'Sei netter.' })
      const translations = await shown(draft, 'de')
      await translate(draft, 'de', { title: 'Hausregeln' })
      expect((await change({ publish: true, translations })).problem.code).toBe('stale')
      const newest = await shown(draft, 'de')
      await translate(draft, 'de', { body: '' })
      expect((await change({ publish: true, translations: newest })).problem.code).toBe('stale')
      expect(await isDraft(draft)).toBe(true)
    })

    test('publishes those of the version in force with the next one as they were shown', async () => {
      expect((await publish(finished())).status).toBe(200)
      const translations = await shown(contract.version.id, 'de')
      await translate(contract.version.id, 'fr', { title: 'Règles', body: 'Soyez gentil.' })
      const next = { language: 'cy', publish: true }
      expect((await change({ ...next, translations })).problem.code).toBe('stale')
      const both = await shown(contract.version.id, 'de', 'fr')
      expect((await change({ ...next, translations: both })).body).toMatchObject({ version: 2, language: 'cy' })
    })

    test('publishes none of a withdrawn version, which shows none, and keeps them as drafts', async () => {
      expect((await publish(finished())).status).toBe(200)
      await app.request('POST /api/legally-binding-contract/{id}/withdraw', {
        token: editor,
        params: { id: contract.contract.id },
        body: {},
      })
      const { body } = await change({ language: 'cy', publish: true, translations: [] })
      expect(body.versions[0]).toMatchObject({ version: 2, translated: [] })
      expect((await readSubject(body.version_id)).texts[1].translations).toEqual({ de: { text: 'Sei nett.', outdated: false } })
    })
  })

  test('finds the translations of the version before in the next draft, the changed text outdated, and none after discarding it', async () => {
    expect((await publish(finished())).status).toBe(200)
    const { body: written } = await change({ body: 'Be kinder.' })
    const draft = written.versions[0].version_id
    const { body } = await app.request('GET /api/translations/{id}', { token: editor, params: { id: draft } })
    expect(body).toMatchObject({ kind: 'contract', language: 'en', in_force: [] })
    expect(body.texts.map(({ translations }: { translations: object }) => translations)).toEqual([
      { de: { text: 'Regeln', outdated: false } },
      { de: { text: 'Sei nett.', outdated: true } },
    ])
    await app.request('DELETE /api/legally-binding-contract/{id}/draft', { token: editor, params: { id: contract.contract.id } })
    expect(await app.db.selectFrom('translations').select('text').where('subject_id', '=', draft).execute()).toEqual([])
    expect((await translate(draft, 'de', { title: 'Spät' })).status).toBe(404)
  })

  test('puts a translation of the version in force in force, once, and nothing changes it afterwards', async () => {
    const { status, body } = await publish(finished())
    expect(status).toBe(200)
    expect(body.versions[0].translated).toEqual([{ language: 'de', sha256: sha256('Sei nett.') }])
    for (const again of [finished(), finished({ body: 'Sei böse.' })]) {
      const { status: refused, problem } = await publish(again)
      expect([refused, problem.code]).toEqual([409, 'bad_transition'])
    }
    for (const texts of [{ body: 'Sei böse.' }, { title: '' }]) {
      const { status: refused, problem } = await translate(contract.version.id, 'de', texts)
      expect([refused, problem.code]).toEqual([409, 'bad_transition'])
    }
    expect((await translate(contract.version.id, 'de', { body: 'Sei nett.' })).body).toMatchObject({ in_force: ['de'] })
    const audit = await app.db.selectFrom('audit').select(['action', 'after']).where('subject_id', '=', contract.contract.id).execute()
    expect(audit.toSorted((a, b) => a.action.localeCompare(b.action))).toMatchObject([
      { action: 'published', after: { language: 'de', version: 1, sha256: sha256('Sei nett.') } },
      { action: 'translated', after: { language: 'de', body: 'Sei nett.' } },
    ])
  })

  test('is refused an unfinished translation, the language of the original, a draft, another version, and one replaced meanwhile', async () => {
    for (const [fields, at] of [
      [{ title: ' ' }, 'title'],
      [{ body: '' }, 'body'],
      [{ title: 'umge\u202Ekehrt' }, 'title'],
      [{ language: 'en' }, 'language'],
      [{ language: 'xx' }, 'language'],
    ] as const) {
      const { status, problem } = await publish(finished(fields))
      expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [at]])
    }
    const other = await makeContract(app.db)
    const { body: written } = await change({ body: 'Be kinder.' })
    for (const version_id of [other.version.id, written.versions[0].version_id])
      expect((await publish(finished({ version_id }))).problem.code).toBe('stale')
    await change({ publish: true })
    expect((await publish(finished())).problem.code).toBe('stale')
    expect(
      await app.db.selectFrom('contract_version_translations').select('body').where('version_id', '=', contract.version.id).execute(),
    ).toEqual([])
  })

  test('of one translation at once puts one in force', async () => {
    const answers = await Promise.all([publish(finished()), publish(finished({ body: 'Sei lieb.' }))])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('says in which language a contract is binding, and translates it into the organisation’s', async () => {
    const { body: welsh } = await app.request('POST /api/legally-binding-contract', {
      token: editor,
      body: { key: 'rheolau', title: 'Rheolau', body: 'Byddwch yn garedig.', language: 'cy', publish: true },
    })
    expect(welsh).toMatchObject({ language: 'cy' })
    expect(await missing(welsh.version_id, 'en')).toMatchObject({ missing: 2 })
    expect(await missing(welsh.version_id, 'cy')).toBeUndefined()
    expect((await translate(welsh.version_id, 'cy', { title: 'Rheolau' })).problem.errors).toHaveProperty('language')
    expect((await publish({ ...finished(), version_id: welsh.version_id, language: 'en' }, welsh.id)).status).toBe(200)
    const po = async (language: string) =>
      String((await app.request('GET /api/translations/po', { token: editor, query: { language } })).body)
    expect(await po('en')).toContain('msgid "Byddwch yn garedig."')
    expect(await po('cy')).not.toContain('Byddwch yn garedig.')
  })

  test('finds contracts in the PO file; those in force stay as they are', async () => {
    expect((await publish(finished())).status).toBe(200)
    const file = async (language: string) =>
      String((await app.request('GET /api/translations/po', { token: editor, query: { language } })).body)
    expect(await file('de')).toContain(`msgctxt "contract/${contract.version.id}/body"\nmsgid "Be kind."\nmsgstr "Sei nett."`)
    const load = async (language: string, po: string) => {
      const boundary = 'cut'
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.po"\r\ncontent-type: text/plain\r\n\r\n`
      const answer = await app.http.inject({
        method: 'POST',
        url: `/api/translations/po?language=${language}&apply=true`,
        headers: { authorization: `Bearer ${editor}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: `${head}${po}\r\n--${boundary}--\r\n`,
      })
      return answer.json() as { changes: object[]; skipped: object[] }
    }
    const context = `contract/${contract.version.id}/body`
    expect((await load('de', (await file('de')).replaceAll('Sei nett.', 'Sei böse.'))).skipped).toContainEqual({ context, why: 'in_force' })
    const entry = `msgctxt "${context}"\nmsgid "Be kind."\nmsgstr `
    const french = (await file('fr')).replace(`${entry}""`, `${entry}"Soyez gentil."`)
    expect((await load('fr', french)).changes).toMatchObject([{ id: contract.version.id, field: 'body', after: 'Soyez gentil.' }])
    // It is a draft, which is not in force.
    expect((await accept((await makeClient('fr')).token, text('fr'))).status).toBe(422)
  })

  test('without the ability sees and changes nothing of contracts, nor does a program', async () => {
    const token = await app.signIn(await makeAdmin(app.db, ['Settings Edit']))
    expect((await translate(contract.version.id, 'de', { title: 'Fremd' }, token)).problem.code).toBe('missing_ability')
    const { body } = await app.request('GET /api/translations', { token })
    expect(body.data.filter(({ kind }: { kind: string }) => kind === 'contract')).toEqual([])
    const writer = await makeAdmin(app.db, ['Contract Edit'])
    const program = await app.signIn(writer)
    const asProgram = { program: 'Script', expires_at: '2026-12-20T09:00:00Z' }
    await app.db.updateTable('sessions').set(asProgram).where('user_id', '=', writer.id).execute()
    const { status, problem } = await translate(contract.version.id, 'de', { title: 'Fremd' }, program)
    expect([status, problem.code]).toEqual([403, 'not_for_programs'])
  })
})
