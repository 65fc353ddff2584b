import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeAdmin, makeSupportType } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let admin: string
let id: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signIn(await makeAdmin(app.db))
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('translations').execute()
  ;({ id } = await makeSupportType(app.db, { description: 'Say "hello"\nto work.' }))
})

const header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: de\\n"\n\n'
const entry = (context: string, from: string, to: string, flag = '') =>
  `${flag && `#, ${flag}\n`}msgctxt ${JSON.stringify(context)}\nmsgid ${JSON.stringify(from)}\nmsgstr ${JSON.stringify(to)}\n\n`
const name = async () => (await app.db.selectFrom('support_types').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
const stored = async () =>
  Number(
    (
      await app.db
        .selectFrom('translations')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

async function importFile(file: string | Buffer, { apply = false, token = admin, language = 'de', digest = '' } = {}) {
  const boundary = 'cut'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.po"\r\ncontent-type: text/plain\r\n\r\n`
  const answer = await app.http.inject({
    method: 'POST',
    url: `/api/translations/po?language=${language}${apply ? '&apply=true' : ''}${digest && `&digest=${digest}`}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(file), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  return { status: answer.statusCode, body: answer.json() }
}
const exportFile = async (token = admin) =>
  String((await app.request('GET /api/translations/po', { query: { language: 'de' }, token })).body)

describe('a PO file', () => {
  test('holds every text with its translation, and comes back as it is', async () => {
    const texts = [
      { field: 'name', text: 'Beratung „Neu“' },
      { field: 'description', text: 'Erste Zeile\nzweite "Zeile" \\ Ende' },
    ]
    await app.request('PUT /api/translations/{id}', { params: { id }, token: admin, body: { language: 'de', texts } })
    const file = await exportFile()
    expect(file).toContain(`msgctxt "support_type/${id}/name"`)
    const { status, body } = await importFile(file, { apply: true })
    expect([status, body.changes, body.skipped]).toEqual([200, [], []])
    await app.db.deleteFrom('translations').execute()
    expect((await importFile(file, { apply: true })).body.changes).toHaveLength(2)
    const { body: subject } = await app.request('GET /api/translations/{id}', { params: { id }, token: admin })
    expect(subject.texts.map((each: { translations: { de: { text: string } } }) => each.translations.de.text)).toEqual(
      texts.map(({ text }) => text),
    )
  })

  test('is only looked at without `apply`', async () => {
    const file = header + entry(`support_type/${id}/name`, await name(), 'Beratung')
    const { body } = await importFile(file)
    expect(body.changes).toEqual([expect.objectContaining({ id, field: 'name', before: null, after: 'Beratung' })])
    expect(await stored()).toBe(0)
    expect((await importFile(file, { apply: true })).body.changes).toHaveLength(1)
    expect(await stored()).toBe(1)
  })

  test('never overwrites a translation that was saved after it was looked at', async () => {
    const original = await name()
    const file = header + entry(`support_type/${id}/name`, original, 'Beratung')
    const { digest } = (await importFile(file)).body
    const texts = [{ field: 'name', text: 'Gespräch' }]
    await app.request('PUT /api/translations/{id}', { params: { id }, token: admin, body: { language: 'de', texts } })
    const refused = await importFile(file, { apply: true, digest })
    expect([refused.status, refused.body.code]).toEqual([409, 'stale'])
    const shown = await importFile(file)
    expect(shown.body.changes).toMatchObject([{ before: 'Gespräch', after: 'Beratung' }])
    expect((await importFile(file, { apply: true, digest: shown.body.digest })).status).toBe(200)
  })

  test('changes nothing by entries that are foreign, unfinished, too long, or of an earlier original', async () => {
    const unknown = '019aa000-0000-7000-8000-000000000000'
    const file = [
      header,
      entry(`support_type/${unknown}/name`, 'A', 'B'),
      entry(`support_type/${id}/colour`, 'A', 'B'),
      entry('__proto__', 'A', 'B'),
      entry(`support_type/${id}/name`, await name(), 'Unfertig', 'fuzzy'),
      entry(`support_type/${id}/description`, 'Earlier words', 'Früher'),
    ].join('')
    const { body } = await importFile(file, { apply: true })
    expect(body.changes).toEqual([])
    expect(body.skipped.map(({ why }: { why: string }) => why)).toEqual(['unknown', 'unknown', 'unknown', 'unfinished', 'original_changed'])
    const long = await importFile(header + entry(`support_type/${id}/name`, await name(), 'x'.repeat(81)), { apply: true })
    expect(long.body.skipped).toEqual([{ context: `support_type/${id}/name`, why: 'invalid' }])
    expect(await stored()).toBe(0)
  })

  test('cannot touch what the person may not edit', async () => {
    const token = await app.signIn(await makeAdmin(app.db, ['Feedback Questions Create']))
    const { body } = await importFile(header + entry(`support_type/${id}/name`, await name(), 'Fremd'), { apply: true, token })
    expect(body.skipped).toEqual([{ context: `support_type/${id}/name`, why: 'unknown' }])
    expect(await exportFile(token)).not.toContain('support_type/')
    expect(await stored()).toBe(0)
    const none = await app.signIn(await makeAdmin(app.db, ['Role List']))
    expect((await importFile(header, { token: none })).status).toBe(403)
  })

  test.each([
    ['no PO file', 'PK\u0003\u0004 not a catalogue'],
    ['an open quote', `${header}msgid "" "x`],
    ['no entries', header],
    ['other bytes than UTF-8', Buffer.concat([Buffer.from(header), Buffer.from([0xff, 0xfe, 0x00])])],
    ['another language', header.replace('Language: de', 'Language: fr') + entry('a', 'b', 'c')],
    ['the same text twice', header + entry('place/1/name', 'A', 'B') + entry('place/1/name', 'C', 'D')],
    ['XML with entities', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ])('is refused with %s', async (_, file) => {
    const { status, body } = await importFile(file, { apply: true })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['file']])
    expect(await stored()).toBe(0)
  })

  test('is refused over 1 MB', async () => {
    expect((await importFile(header + '#'.repeat(1024 * 1024))).status).toBe(413)
    expect((await importFile(header + '#'.repeat(6 * 1024 * 1024))).status).toBe(413)
  })
})
