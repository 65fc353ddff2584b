import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { readContentTexts, translateAnswer } from '../../platform/content-texts.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-20T09:00:00Z' })
  admin = await app.signIn(await makeAdmin(app.db))
})
afterAll(() => app.close())

let supportType: Awaited<ReturnType<typeof makeSupportType>>
beforeEach(async () => {
  supportType = await makeSupportType(app.db, { description: 'How to begin.' })
})

const translate = (id: string, texts: Record<string, string>, { language = 'de', token = admin } = {}) =>
  app.request('PUT /api/translations/{id}', {
    params: { id },
    token,
    body: { language, texts: Object.entries(texts).map(([field, text]) => ({ field, text })) },
  })
const german = { 'accept-language': 'de' }
const offered = async (headers: Record<string, string>) =>
  (await app.request('GET /api/previous-history', { headers })).body.support_types.find(({ id }: { id: string }) => id === supportType.id)

describe('a reader', () => {
  test('gets the texts of their language, and the originals where there are none, marked', async () => {
    expect((await translate(supportType.id, { name: 'Berufsberatung' })).status).toBe(200)
    expect(await offered(german)).toMatchObject({ name: 'Berufsberatung', description: 'How to begin.', untranslated: ['description'] })
    expect(await offered({ 'accept-language': 'fr' })).toMatchObject({ name: supportType.name, untranslated: ['name', 'description'] })
    const english = await offered({ 'accept-language': 'en' })
    expect(english.name).toBe(supportType.name)
    expect(english).not.toHaveProperty('untranslated')
  })

  test('gets the search of their own language, also from the cache', async () => {
    await translate(supportType.id, { name: 'Suche' })
    const search = async (language: string) =>
      (
        await app.request('GET /api/search-schedule/{support_type_id}', {
          params: { support_type_id: supportType.id },
          headers: { 'accept-language': language },
        })
      ).body.support_type.name
    expect([await search('de'), await search('en'), await search('de'), await search('en')]).toEqual([
      'Suche',
      supportType.name,
      'Suche',
      supportType.name,
    ])
  })

  test('gets an appointment in their own language, also where an idempotency key stored the answer for another', async () => {
    await translate(supportType.id, { name: 'Gespräch' })
    const place = await makePlace(app.db, { address: 'Behind the library' })
    await translate(place.id, { address: 'Hinter der Bibliothek' })
    const { schedule, slots } = await makeSchedule(app.db, {
      supportType,
      place,
      mentors: [await makeMentor(app.db)],
      from: '2026-12-01T09:00',
      to: '2026-12-01T10:00',
    })
    const client = await makeUser(app.db, { locale: 'de' })
    const token = await app.signIn(client)
    const book = () =>
      app.request('POST /api/appointments', {
        token,
        headers: { 'idempotency-key': 'content-1' },
        body: { schedule_id: schedule.id, starts_at: slots[0]!.starts_at },
      })
    const booked = await book()
    expect(booked.body).toMatchObject({ support_type: { name: 'Gespräch' }, place: { address: 'Hinter der Bibliothek' } })
    await app.db.updateTable('users').set({ locale: 'en' }).where('id', '=', client.id).execute()
    await expect.poll(async () => (await book()).body.support_type.name).toBe(supportType.name)
    expect((await book()).body.id).toBe(booked.body.id)
  })

  test('gets names in their own language in calendars and lists as CSV, too', async () => {
    const place = await makePlace(app.db, { name: 'Library', address: 'Behind the school' })
    await translate(place.id, { name: 'Bücherei', address: 'Hinter der Schule' })
    await translate(supportType.id, { name: 'Gespräch' })
    const { slots } = await makeSchedule(app.db, {
      supportType,
      place,
      mentors: [await makeMentor(app.db)],
      from: '2026-12-01T09:00',
      to: '2026-12-01T11:00',
    })
    const client = await makeUser(app.db, { locale: 'de' })
    const token = await app.signIn(client)
    const { id } = await makeAppointment(app.db, slots[0]!.id, client.id)
    const file = await app.request('GET /api/appointments/{id}/calendar', { token, params: { id } })
    expect(file.body).toContain('LOCATION:Bücherei\\, Hinter der Schule')
    const { body: feed } = await app.request('POST /api/my-calendars', { token, body: { kind: 'client' } })
    const [, secret = ''] = /calendars\/([\w-]+)\.ics$/.exec(feed.address) ?? []
    const subscribed = await app.request('GET /api/calendars/{token}.ics', { params: { token: secret } })
    expect(subscribed.body).toContain('LOCATION:Bücherei\\, Hinter der Schule')
    const reader = await makeAdmin(app.db)
    const reading = await app.signIn(reader)
    const csv = async (locale: string) => {
      await app.db.updateTable('users').set({ locale }).where('id', '=', reader.id).execute()
      return String((await app.request('GET /api/schedules/export', { token: reading, query: { place_id: place.id } })).body)
    }
    expect(await csv('de')).toContain('"Gespräch","Bücherei"')
    expect(await csv('en')).toContain(`"${supportType.name}","Library"`)
  })

  test('answers feedback in their language, and the answers of all languages are counted together', async () => {
    const { body: question } = await app.request('POST /api/feedback-questions', {
      token: admin,
      body: { type: 'client', widget: 'radio', prompt: 'Did it help?', options: ['Yes', 'No'] },
    })
    await translate(question.id, { prompt: 'Hat es geholfen?', 'option:Yes': 'Ja' })
    const place = await makePlace(app.db)
    const { slots } = await makeSchedule(app.db, {
      supportType,
      place,
      mentors: [await makeMentor(app.db)],
      from: '2026-11-18T09:00',
      to: '2026-11-18T12:00',
    })
    // Fewer answers about one mentor are not shown.
    for (const [index, locale] of ['de', 'en', 'de', 'en', 'de'].entries()) {
      const client = await makeUser(app.db, { locale })
      const token = await app.signIn(client)
      const { id } = await makeAppointment(app.db, slots[index]!.id, client.id, { status: 'fulfilled' })
      const { body: form } = await app.request('GET /api/feedback/create', { token, query: { appointment_id: id } })
      const asked = form.questions.find((each: { id: string }) => each.id === question.id)
      if (locale === 'de') expect(asked).toMatchObject({ prompt: 'Hat es geholfen?', options: ['Yes', 'No'], option_labels: ['Ja', 'No'] })
      const answers = [{ question_id: question.id, value: asked.options[0] }]
      expect((await app.request('POST /api/feedback', { token, body: { appointment_id: id, answers } })).status).toBe(201)
    }
    const { body } = await app.request('GET /api/feedback', { token: admin })
    expect(body.summary.questions).toContainEqual(
      expect.objectContaining({
        question_id: question.id,
        prompt: 'Did it help?',
        distribution: [
          { value: 'Yes', count: 5 },
          { value: 'No', count: 0 },
        ],
      }),
    )
  })
})

describe('the note of sessions', () => {
  const planNoted = async (note: string, from = '2026-12-01T09:00', status?: 'cancelled') =>
    makeSchedule(app.db, {
      supportType,
      place: await makePlace(app.db),
      mentors: [await makeMentor(app.db)],
      from,
      to: from.replace('T09', 'T10'),
      fields: { note, ...(status && { status }) },
    })
  const notesIn = async (language: string, token = admin) =>
    (await app.request('GET /api/translations', { token })).body.data.filter(
      (each: { kind: string; language: string }) => each.kind === 'session_note' && each.language === language,
    )

  test('is translated once for all sessions that have it, and forms keep the original', async () => {
    const note = 'Ring the bell.\nBring your letters.'
    const { schedule, slots } = await planNoted(note)
    await planNoted(note, '2026-12-02T09:00')
    const [missing, ...others] = await notesIn('de')
    expect([missing, others.length]).toMatchObject([{ subject: note, missing: 1 }, 0])
    const client = await app.signIn(await makeUser(app.db, { locale: 'de' }))
    const booking = { schedule_id: schedule.id, starts_at: slots[0]!.starts_at }
    const { body: appointment } = await app.request('POST /api/appointments', { token: client, body: booking })
    const read = async () =>
      (await app.request('GET /api/appointments/{id}', { token: client, params: { id: appointment.id } })).body.schedule
    expect(await read()).toMatchObject({ note, untranslated: ['note'] })
    expect((await translate(missing.id, { note: 'Bitte klingeln.\nBriefe mitbringen.' })).status).toBe(200)
    expect(await read()).toMatchObject({ note: 'Bitte klingeln.\nBriefe mitbringen.', untranslated: [] })
    expect(await notesIn('de')).toEqual([])
    const form = await app.request('GET /api/schedules/{id}/edit', { token: admin, params: { id: schedule.id }, headers: german })
    expect(form.body.schedule.note).toBe(note)
    // Another note has no translation yet.
    await app.db.updateTable('schedules').set({ note: 'Ring twice.' }).where('id', '=', schedule.id).execute()
    expect(await read()).toMatchObject({ note: 'Ring twice.', untranslated: ['note'] })
  })

  test('is found by its index, without hashing the notes of all sessions', async () => {
    await planNoted('Indexed')
    const [{ id }] = await notesIn('de')
    const plan = await app.db.transaction().execute(async trx => {
      // The test's few rows fit on a page, which is read faster than an index.
      await sql`SET LOCAL enable_seqscan = off`.execute(trx)
      const { rows } = await sql<{
        'QUERY PLAN': string
      }>`EXPLAIN SELECT kind FROM translatable_texts WHERE subject_id = ${sql.lit(id)}`.execute(trx)
      return rows.map(row => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('Index Scan using schedules_note_id')
    expect(plan).not.toContain('Seq Scan on schedules')
  })

  test('can still be translated after its last session', async () => {
    await planNoted('Passing')
    const { id } = (await notesIn('de')).find(({ subject }: { subject: string }) => subject === 'Passing')
    await app.db
      .updateTable('schedules')
      .set({ starts_at: '2026-11-02T09:00:00Z', ends_at: '2026-11-02T10:00:00Z' })
      .where('note', '=', 'Passing')
      .execute()
    expect((await translate(id, { note: 'Vorübergehend' })).status).toBe(200)
  })

  test('of a proposal of hours is never translated', async () => {
    await planNoted('Mornings')
    const { id } = (await notesIn('de')).find(({ subject }: { subject: string }) => subject === 'Mornings')
    await translate(id, { note: 'Vormittags' })
    const texts = await readContentTexts(app.db, 'de')
    expect(translateAnswer({ note: 'Mornings', slot_minutes: 30 }, texts!)).toEqual({ note: 'Mornings', slot_minutes: 30 })
    expect(translateAnswer({ note: 'Mornings', availability: 'open' }, texts!)).toMatchObject({ note: 'Vormittags' })
  })

  test('is listed only for sessions ahead, and only for those who plan sessions', async () => {
    await planNoted('Over', '2026-11-18T09:00')
    await planNoted('Cancelled', '2026-12-01T09:00', 'cancelled')
    await planNoted('Ahead', '2026-12-01T09:00')
    const subjects = (rows: { subject: string }[]) => rows.map(({ subject }) => subject)
    expect(subjects(await notesIn('fr'))).toContain('Ahead')
    expect(subjects(await notesIn('fr'))).not.toContain('Over')
    expect(subjects(await notesIn('fr'))).not.toContain('Cancelled')
    const { body: file } = await app.request('GET /api/translations/po', { token: admin, query: { language: 'fr' } })
    expect(String(file)).toContain('msgid "Ahead"')
    expect(String(file)).not.toContain('msgid "Over"')
    const other = await app.signIn(await makeAdmin(app.db, ['Settings Edit']))
    expect(await notesIn('fr', other)).toEqual([])
    const [{ id }] = await notesIn('fr')
    expect((await translate(id, { note: 'Fremd' }, { token: other })).problem.code).toBe('missing_ability')
  })
})

describe('an editor', () => {
  test('gets the originals in their forms, whatever their own language', async () => {
    await translate(supportType.id, { name: 'Formular' })
    const token = await app.signIn(await makeAdmin(app.db, ['Settings Edit']))
    const { body } = await app.request('GET /api/support-types/{id}', { params: { id: supportType.id }, token, headers: german })
    expect(body.name).toBe(supportType.name)
  })

  test('finds their changes in the log, under the record’s own kind', async () => {
    const { body: question } = await app.request('POST /api/feedback-questions', {
      token: admin,
      body: { type: 'client', widget: 'radio', prompt: 'How was it?', options: ['Good', 'Bad'] },
    })
    await translate(question.id, { prompt: 'Wie war es?' })
    const entry = await app.db
      .selectFrom('audit')
      .select(['action', 'subject'])
      .where('subject_id', '=', question.id)
      .where('action', '=', 'translated')
      .executeTakeFirst()
    expect(entry).toEqual({ action: 'translated', subject: 'feedback_question' })
  })

  test('sees what is missing, and what an original has left behind', async () => {
    await translate(supportType.id, { name: 'Alt', description: 'Wie man beginnt.' })
    const missing = async (language = 'de') =>
      (await app.request('GET /api/translations', { token: admin })).body.data.find(
        (each: { id: string; language: string }) => each.id === supportType.id && each.language === language,
      )
    expect(await missing()).toBeUndefined()
    expect(await missing('ar')).toMatchObject({ kind: 'support_type', missing: 2, outdated: 0 })
    await app.db.updateTable('support_types').set({ description: 'How to end.' }).where('id', '=', supportType.id).execute()
    expect(await missing()).toMatchObject({ missing: 0, outdated: 1 })
    await translate(supportType.id, { description: 'Wie man beginnt.' })
    expect(await missing()).toBeUndefined()
    await translate(supportType.id, { name: '' })
    expect(await missing()).toMatchObject({ missing: 1 })
  })

  test('is refused a change of texts that have changed since, also at the same moment', async () => {
    const { id } = supportType
    const read = async () => (await app.request('GET /api/translations/{id}', { params: { id }, token: admin })).body.revisions
    const write = (text: string, revision: number) =>
      app.request('PUT /api/translations/{id}', {
        params: { id },
        token: admin,
        body: { language: 'de', texts: [{ field: 'description', text }], revision },
      })
    const { de, fr } = await read()
    const answers = await Promise.all([write('Wie man anfängt.', de), write('So fängt man an.', de)])
    expect(answers.map(({ status, problem }) => [status, problem.code]).toSorted()).toEqual([
      [200, undefined],
      [409, 'stale'],
    ])
    const after = await read()
    expect([after.de === de, after.fr === fr]).toEqual([false, true])
    // A translation of the text before would count as one of the text as it is.
    await app.request('PUT /api/support-types/{id}', { params: { id }, token: admin, body: { description: 'How to end.' } })
    expect((await write('Der Anfang.', after.de)).problem.code).toBe('stale')
    expect((await write('Das Ende.', (await read()).de)).status).toBe(200)
  })

  test('is refused texts that do not fit, with nothing written', async () => {
    for (const [texts, at] of [
      [{ description: 'Gut', name: 'x'.repeat(81) }, 'texts.1.text'],
      [{ name: 'zwei\nZeilen' }, 'texts.0.text'],
      [{ name: 'umge\u202Ekehrt' }, 'texts.0.text'],
      [{ colour: 'rot' }, 'texts.0.field'],
    ] as const) {
      const { status, problem } = await translate(supportType.id, texts)
      expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [at]])
    }
    expect((await translate(supportType.id, { name: 'English' }, { language: 'en' })).problem.errors).toHaveProperty('language')
    expect((await translate(supportType.id, { name: 'x' }, { language: 'xx' })).status).toBe(422)
    const { rows } = await sql`SELECT 1 FROM translations WHERE subject_id = ${supportType.id}`.execute(app.db)
    expect(rows).toEqual([])
  })

  test('is refused the kinds that they may not edit, and unknown records', async () => {
    const token = await app.signIn(await makeAdmin(app.db, ['Feedback Questions Create']))
    expect((await translate(supportType.id, { name: 'Fremd' }, { token })).problem.code).toBe('missing_ability')
    const read = (id: string, as: string) => app.request('GET /api/translations/{id}', { params: { id }, token: as })
    expect((await read(supportType.id, token)).status).toBe(403)
    expect((await read('019aa000-0000-7000-8000-000000000000', admin)).status).toBe(404)
    expect((await read(supportType.id, await app.signIn(await makeUser(app.db)))).status).toBe(403)
    expect((await read(supportType.id, '')).status).toBe(401)
    const { body } = await app.request('GET /api/translations', { token })
    expect(new Set(body.data.map(({ kind }: { kind: string }) => kind)).has('support_type')).toBe(false)
  })
})
