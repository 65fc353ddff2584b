import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { languages, writtenLanguages } from '#contract/languages.ts'
import { letterKinds, type LetterName } from '#contract/message-kinds.ts'
import type { Wording } from '#contract/wordings.ts'
import { makeAdmin } from '#database/factories.ts'
import { cancelWithReason, moveTo, openOrganisation, type Organisation } from '../../testing/messages.ts'

let o: Organisation
let token: string
beforeAll(async () => {
  o = await openOrganisation()
  token = await o.app.signIn(await makeAdmin(o.db, ['Settings Edit']))
})
afterAll(() => o.close())

const all = async (): Promise<Wording[]> => (await o.app.request('GET /api/wordings', { token })).body.data
const read = async (name: string) => (await all()).find(wording => wording.name === name) as Wording
const put = (name: string, body: object) => o.app.request('PUT /api/wordings/{name}', { token, params: { name }, body })
const preview = (name: string, body: object) => o.app.request('POST /api/wordings/{name}/preview', { token, params: { name }, body })
const words = {
  subject: 'See you on {day}',
  body: 'Good that you come, {name}.\nBring a pen.\n\nWe are {site}.',
  sms: '{site}: see you on {day}.',
}

it('every letter has words, and all that its standard words name can be filled in', async () => {
  const found = await all()
  expect(found.map(({ name }) => name).toSorted()).toEqual(Object.keys(letterKinds).toSorted())
  for (const { name, kind, subject, body, sms, standard, revision } of found) {
    expect([name, kind, standard, revision]).toEqual([name, letterKinds[name as LetterName], null, 0])
    const { status, body: shown } = await preview(name, { subject, body, sms })
    expect([name, status]).toEqual([name, 200])
    expect(`${shown.subject} ${shown.text} ${shown.sms}`).not.toMatch(/[{}]|undefined/)
  }
})

it.each(writtenLanguages)('every letter fills in all that its standard words name in %s', async language => {
  const data: Wording[] = (await o.app.request('GET /api/wordings', { token, query: { language } })).body.data
  expect(data).toHaveLength(Object.keys(letterKinds).length)
  for (const { name, subject, body, sms, places } of data) {
    const { status, body: shown } = await preview(name, { subject, body, sms, language })
    expect([name, status]).toEqual([name, 200])
    expect(`${shown.subject} ${shown.text} ${shown.sms} ${JSON.stringify(places.map(({ example }) => example))}`).not.toMatch(
      /[{}]|undefined/,
    )
    expect(shown.html).toContain(`<html lang="${language}" dir="${languages[language].direction}">`)
    // With its example values; the gateway sends up to six.
    expect([name, shown.segments <= (languages[language].locale.startsWith('en') ? 2 : 5)]).toEqual([name, true])
  }
})

it('own words go out from the next message on, as text, as HTML and with its calendar file, with data filled in once', async () => {
  expect((await put('booked', { ...words, revision: 0 })).status).toBe(200)
  const { user } = await o.book({ name: '{site} <b>{day}</b>' })
  await o.send()
  const [letter] = o.mail.to(user.email ?? '')
  expect(letter?.subject).toMatch(/^See you on \w+ \d+ March, 09:00$/)
  expect(letter?.text).toContain('Good that you come, {site} <b>{day}</b>.\nBring a pen.\n\nWe are Larkfield.\n\nWhen:')
  expect(letter?.html).toContain('&lt;b&gt;{day}&lt;/b&gt;</bdi>.<br>Bring a pen.</p>')
  expect(letter?.html).not.toContain('<b>')
  expect(letter?.attachments).toHaveLength(2)
})

it('words are written again only from where they were read, each version is kept, and the log says what changed', async () => {
  const before = await read('moved')
  expect((await put('moved', { ...words, revision: 3 })).problem).toMatchObject({ status: 409, code: 'stale' })
  const both = await Promise.all(['One', 'Two'].map(subject => put('moved', { ...words, subject, revision: 0 })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { subject, revision, standard } = await read('moved')
  expect([revision, standard]).toEqual([1, { subject: before.subject, body: before.body, sms: before.sms }])
  // Saving unchanged texts creates no version.
  expect((await put('moved', { ...words, subject, revision: 1 })).body.revision).toBe(1)
  // The standard words are stored as none, so that later releases' words apply.
  expect((await put('moved', { ...before.standard, ...standard, revision: 1 })).body).toMatchObject({
    revision: 2,
    standard: null,
    subject: before.subject,
  })
  const { rows } = await sql`SELECT version, subject FROM wordings WHERE name = 'moved' ORDER BY version`.execute(o.db)
  expect(rows).toEqual([
    { version: 1, subject },
    { version: 2, subject: null },
  ])
  const { rows: log } = await sql<{
    before: object
    after: object
  }>`SELECT before, after FROM audit WHERE subject = 'wording' AND before ->> 'name' = 'moved' ORDER BY at`.execute(o.db)
  expect(log).toMatchObject([{ before: { subject: before.subject }, after: { subject } }, { after: { subject: before.subject } }])
})

it('leaves out a paragraph that names the reason if there is none', async () => {
  await put('moved', { ...words, body: 'It is moved.\n\nThis is why: {reason}', revision: 2 })
  const { user, appointment, slots } = await o.book()
  await o.send()
  await moveTo(o, appointment.id, slots[1]?.id ?? '', '')
  await o.send()
  await moveTo(o, appointment.id, slots[2]?.id ?? '', 'Mary is late')
  await o.send()
  const [, silent, told] = o.mail.to(user.email ?? '').map(({ text }) => text)
  expect(silent).not.toContain('This is why')
  expect(told).toContain('It is moved.\n\nThis is why: Mary is late\n\n')
})

it('a cancelled appointment’s standard letter says why as before', async () => {
  const { user, appointment } = await o.book()
  await o.send()
  await cancelWithReason(o, appointment.id, 'The house is closed')
  await o.send()
  expect(o.mail.to(user.email ?? '').at(-1)?.text).toContain('\n\nWhy: The house is closed\n\n')
})

it.each<[string, keyof typeof words, string]>([
  ['booked', 'subject', 'With {mentor}'],
  ['booked', 'sms', 'With {mentor}'],
  ['booked', 'body', 'For {support_type}'],
  ['booked', 'body', 'For {speciality}'],
  ['booked', 'body', 'Until {until}'],
  ['moved', 'subject', '{reason}'],
  ['contractToAccept', 'sms', '{title}'],
  ['booked', 'body', 'On { day }'],
  ['booked', 'sms', 'On {day'],
  ['booked', 'subject', 'On {{day}}'],
  ['booked', 'subject', ''],
  ['booked', 'subject', 'Bcc: all@example.org\r\nX: 1'],
  ['booked', 'body', ' \n '],
  ['booked', 'body', 'x'.repeat(2001)],
  ['booked', 'body', 'turned \u202e round'],
  ['booked', 'sms', 'x'.repeat(301)],
])('%s: %s %j is refused at its field, in the preview as well, and nothing is written', async (name, field, value) => {
  const { revision } = await read(name)
  const body = { ...words, subject: 'Yours', body: 'Hello', sms: 'Yours', [field]: value }
  for (const { status, problem } of [await put(name, { ...body, revision }), await preview(name, body)])
    expect([status, problem.code, Object.keys(problem.errors ?? {})]).toEqual([422, 'invalid', [field]])
  expect((await read(name)).revision).toBe(revision)
})

it('the preview shows what would go out, and how many text messages it takes', async () => {
  const { body } = await preview('reminder', words)
  expect(body.subject).toBe('See you on Tuesday 26 November, 10:00')
  expect(body.text).toContain('Hello Robin Example,\n\nGood that you come, Robin Example.\nBring a pen.\n\nWe are Larkfield.\n\nWhen:')
  expect(body.html).toContain('<bdi>Larkfield</bdi>')
  expect([body.sms, body.segments]).toEqual(['Larkfield: see you on Tuesday 26 November, 10:00. https://book.example.org/my', 1])
  expect((await preview('reminder', { ...words, sms: `${'x'.repeat(200)} {day}` })).body.segments).toBe(2)
})

it('a letter that there is not is not found, whatever is sent', async () => {
  expect((await put('of_tomorrow', {})).status).toBe(404)
  expect((await preview('constructor', {})).status).toBe(404)
})
