import ICAL from 'ical.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Wording } from '#contract/wordings.ts'
import { countSegments } from '#domain/messages/segments.ts'
import { makeAdmin } from '#database/factories.ts'
import { openMailer } from '../../platform/mail/smtp.ts'
import { openSmsProvider } from '../../platform/sms/open.ts'
import type { Arrived } from '../../testing/mail-server.ts'
import { cancelWithReason, openOrganisation, type Organisation } from '../../testing/messages.ts'
import { startGateway, type TestGateway } from '../../testing/sms-gateway.ts'
import { holdMs } from '../undo/commands.ts'
import { formatTimeForReader } from './letters/format-time.ts'
import { sendCodes } from './send-codes.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const site = 'https://book.example.org'

let gateway: TestGateway
let o: Organisation
beforeAll(async () => {
  gateway = await startGateway()
  o = await openOrganisation({ OPENHOUR_SMS_URL: `${gateway.origin}/send`, OPENHOUR_SMS_SECRET: secret, OPENHOUR_ORIGIN: site })
})
afterAll(async () => {
  await o.close()
  await gateway.close()
})
beforeEach(async () => {
  gateway.behave(() => 200)
  gateway.arrived.splice(0)
  await sql`UPDATE settings SET site_name = 'Larkfield', locale = 'en'`.execute(o.db)
})

const sendAll = async () => {
  while ((await o.send()).count > 0);
}
const letterTo = ({ email }: { email: string | null }): Arrived => o.mail.to(email ?? '').at(-1)!
const textTo = (phone: string | null) =>
  gateway.arrived.map(({ body }) => JSON.parse(body) as { to: string; text: string; segments: number }).find(({ to }) => to === phone)!
const isolated = (text: string) => `\u2068${text}\u2069`

describe('an e-mail', () => {
  it('is in the language of its reader, not of the sender: a German client is moved by staff who read English', async () => {
    const { user, appointment, slots } = await o.book({ locale: 'de' })
    await sendAll()
    const token = await o.app.signIn(await makeAdmin(o.db))
    const moved = await o.app.request('PUT /api/appointments/{id}', {
      token,
      headers: { 'accept-language': 'en' },
      params: { id: appointment.id },
      body: { revision: 1, starts_at: slots[1]!.starts_at, reason: 'The room is taken' },
    })
    expect(moved.status).toBe(200)
    o.app.clock.advance(holdMs)
    await sendAll()
    const { subject, text, html, attachments } = letterTo(user)
    expect(subject).toMatch(/^Ihr Termin hat sich geändert: \p{L}+, \d+\. März, 09:30 Uhr$/u)
    expect(text).toContain(
      'Guten Tag Jo Client,\n\nIhr Termin hat sich geändert. Hier sind die neuen Angaben.\n\nGrund: The room is taken\n',
    )
    expect(text).toMatch(/Wann: +\p{L}+, \d+\. März 2027, 09:30 bis 10:00 Uhr \(Europe\/London\)\nWo: +Room 1, 1 High Street\n/u)
    expect(text).toContain('Buchungsnummer: ')
    expect(html).toContain('<html lang="de" dir="ltr">')
    const file = attachments.find(({ contentType }) => contentType.startsWith('text/calendar'))!.content.toString()
    const event = new ICAL.Component(ICAL.parse(file) as unknown[]).getFirstSubcomponent('vevent')!
    expect(event.getFirstPropertyValue('summary')).toBe('Termin mit Mary Mentor')
    expect(event.getFirstSubcomponent('valarm')!.getFirstPropertyValue('description')).toBe('Termin mit Mary Mentor')
  })

  it('names the place in the language of its reader, also in the calendar file', async () => {
    const { user, appointment } = await o.book({ locale: 'fr' })
    const { place_id } = await o.db
      .selectFrom('appointments as a')
      .innerJoin('schedules as s', 's.id', 'a.schedule_id')
      .select('s.place_id')
      .where('a.id', '=', appointment.id)
      .executeTakeFirstOrThrow()
    const texts = [
      { field: 'name', text: 'Salle 1' },
      { field: 'address', text: '1, rue Haute' },
    ]
    const put = { token: await o.app.signIn(await makeAdmin(o.db)), params: { id: place_id }, body: { language: 'fr', texts } }
    expect((await o.app.request('PUT /api/translations/{id}', put)).status).toBe(200)
    const other = await o.book({ locale: 'en' })
    await sendAll()
    expect(letterTo(user).text).toMatch(/ Salle 1, 1, rue Haute\n/)
    const file = letterTo(user)
      .attachments.find(({ contentType }) => contentType.startsWith('text/calendar'))!
      .content.toString()
    const event = new ICAL.Component(ICAL.parse(file) as unknown[]).getFirstSubcomponent('vevent')!
    expect(event.getFirstPropertyValue('location')).toBe('Salle 1, 1, rue Haute')
    expect(letterTo(other.user).text).toContain('Room 1, 1 High Street\n')
  })

  it('in Arabic runs from right to left, with names, numbers and links in their own order', async () => {
    const { user, appointment } = await o.book({ locale: 'ar', name: 'Jo Client' })
    await sendAll()
    const { subject, text, html } = letterTo(user)
    expect(subject).toMatch(/^موعدك يوم \u2068\p{Script=Arabic}+، \d+ مارس، الساعة 9:00 ص\u2069$/u)
    expect(text).toContain(`مرحبًا ${isolated('Jo Client')}،`)
    expect(text).toMatch(new RegExp(`المكان: +${isolated('Room 1, 1 High Street')}\\n`))
    expect(text).toContain(`${site}/my/appointments/${appointment.id}\n`)
    expect(text).toContain(`\n${isolated('Ring 020 7946 0000')}`)
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('<p style="margin:0 0 16px">مرحبًا <bdi>Jo Client</bdi>،</p>')
    expect(String(html).replace(/<title>.*<\/title>/, '')).not.toMatch(/text-align:left|[\u2066-\u2069]/)
  })

  it('is in the organisation’s language for a reader of a language that the product does not have', async () => {
    await sql`UPDATE settings SET locale = 'fr'`.execute(o.db)
    const { user, appointment } = await o.book({ locale: 'xx' })
    await sendAll()
    expect(letterTo(user).subject).toMatch(/^Votre rendez-vous du \p{L}+ \d+ mars à 09:00$/u)
    await cancelWithReason(o, appointment.id, 'Fermé')
    await sendAll()
    expect(letterTo(user).text).toContain('nous avons dû annuler ce rendez-vous.\n\nMotif\u00a0: Fermé\n')
  })

  it('with an invitation is in the invited person’s language', async () => {
    await sql`UPDATE settings SET locale = 'es'`.execute(o.db)
    const token = await o.app.signIn(await makeAdmin(o.db))
    const email = 'invited@example.org'
    const body = { name: 'Iris', email, channel: 'email' }
    const sending = { token, body, headers: { 'accept-language': 'de' } }
    expect((await o.app.request('POST /api/invitations', sending)).status).toBe(201)
    await sendAll()
    expect(letterTo({ email }).subject).toBe('Invitación a Larkfield')
    expect(letterTo({ email }).html).toContain('<html lang="es" dir="ltr">')
  })
})

describe('a text message', () => {
  it('is counted by the alphabet of its own text', async () => {
    const german = await o.book({ channel: 'sms', locale: 'de' })
    const american = await o.book({ channel: 'sms', locale: 'en-US' })
    const arabic = await o.book({ channel: 'sms', locale: 'ar' })
    await sendAll()
    const twelveHours = textTo(american.user.phone)
    expect(twelveHours.text).toMatch(/, March \d+, 9:00 AM, Room 1\. https:/)
    expect([twelveHours.segments, countSegments(twelveHours.text).encoding]).toEqual([1, 'GSM-7'])
    const [latin, other] = [textTo(german.user.phone), textTo(arabic.user.phone)]
    expect(latin.text).toMatch(/^Larkfield: Ihr Termin ist gebucht: \p{L}+, \d+\. März, 09:00 Uhr, Room 1\. https:/u)
    expect([latin.segments, countSegments(latin.text).encoding]).toEqual([1, 'GSM-7'])
    expect(other.text).toMatch(
      new RegExp(`^${isolated('Larkfield')}: تم حجز موعدك يوم .*\\n${site}/my/appointments/${arabic.appointment.id}$`),
    )
    expect([other.segments, countSegments(other.text).encoding]).toEqual([Math.ceil(other.text.length / 67), 'UCS-2'])
    expect(other.segments).toBeGreaterThan(2)
  })

  it('in Cyrillic takes segments of 70 characters, and the day’s budget counts each', async () => {
    await sql`UPDATE settings SET site_name = 'Центр підтримки'`.execute(o.db)
    const { user } = await o.book({ channel: 'sms' })
    await sendAll()
    const { text, segments } = textTo(user.phone)
    expect(text).toMatch(/^Центр підтримки: your appointment is booked/)
    expect(segments).toBe(Math.ceil(text.length / 67))
    expect((await o.of(user))[0]).toMatchObject({ state: 'sent', segments })
  })
})

describe('a code', () => {
  const send = async (channel: 'sms' | 'email') =>
    sendCodes(o.app.platform, channel, {
      sms: openSmsProvider(o.app.platform.settings.sms!, site, { connectMs: 5000, answerMs: 5000 }),
      mailer: openMailer(o.mail.url, { connectMs: 5000, answerMs: 5000 }),
      origin: site,
    })
  const join = (body: object, language: string) => o.app.request('POST /api/join', { body, headers: { 'accept-language': language } })

  it('is in the language in which a newcomer asked for it', async () => {
    const phone = '+447900123001'
    expect((await join({ phone }, 'de')).body.message).toBe('Wenn diese Nummer Nachrichten empfangen kann, ist ein Code unterwegs.')
    await join({ email: 'new@example.org' }, 'ar')
    await Promise.all([send('sms'), send('email')])
    expect(textTo(phone).text).toMatch(/^Larkfield: Ihr Code ist (\d{6})\. [^@]*\n\n@book\.example\.org #\1$/)
    expect(letterTo({ email: 'new@example.org' }).subject).toBe(`رمزك في ${isolated('Larkfield')}`)
    expect(letterTo({ email: 'new@example.org' }).html).toContain('dir="rtl"')
  })

  it('is in the language of the person whose number or address it is, whatever the asker’s', async () => {
    const { phone, email } = await o.client({ locale: 'fr', email_verified_at: '2026-01-01T00:00:00Z' })
    await join({ phone }, 'de')
    await join({ email }, 'de')
    await Promise.all([send('sms'), send('email')])
    expect(textTo(phone).text).toMatch(/^Larkfield : votre code est \d{6}\./)
    expect(letterTo({ email }).subject).toBe('Votre code pour Larkfield')
  })
})

describe('the organisation’s own words', () => {
  const words = { subject: 'Bis bald: {day}', body: 'Schön, dass Sie kommen, {name}.', sms: 'Bis bald.' }

  it('are used in the language that they are written for, and other readers get the standard words of theirs', async () => {
    const token = await o.app.signIn(await makeAdmin(o.db))
    const put = (body: object) => o.app.request('PUT /api/wordings/{name}', { token, params: { name: 'booked' }, body })
    const read = async (language?: string) => {
      const { data } = (await o.app.request('GET /api/wordings', { token, ...(language && { query: { language } }) })).body
      return (data as Wording[]).find(({ name }) => name === 'booked')!
    }
    const saved = await put({ ...words, language: 'de', revision: 0 })
    expect(saved.body).toMatchObject({ language: 'de', ...words, standard: { subject: 'Ihr Termin am {day}' }, revision: 1 })
    expect(await read()).toMatchObject({ language: 'en', subject: 'Your appointment on {day}', standard: null, revision: 0 })
    expect((await read('de')).languages).toEqual(
      expect.arrayContaining([
        { code: 'de', reworded: true },
        { code: 'fr', reworded: false },
      ]),
    )
    const [german, french] = [await o.book({ locale: 'de' }), await o.book({ locale: 'fr' })]
    await sendAll()
    expect(letterTo(german.user).subject).toMatch(/^Bis bald: \p{L}+, /u)
    expect(letterTo(german.user).text).toContain('Guten Tag Jo Client,\n\nSchön, dass Sie kommen, Jo Client.\n\nWann:')
    expect(letterTo(french.user).subject).toContain('Votre rendez-vous du ')
  })

  it('for British English are those for American English too, until there are others', async () => {
    const token = await o.app.signIn(await makeAdmin(o.db))
    const put = (body: object) => o.app.request('PUT /api/wordings/{name}', { token, params: { name: 'removed' }, body })
    await put({ subject: 'Off the list', body: 'Off the list.', sms: 'Off the list.', revision: 0 })
    const data: Wording[] = (await o.app.request('GET /api/wordings', { token, query: { language: 'en-US' } })).body.data
    expect(data.find(({ name }) => name === 'removed')).toMatchObject({ subject: 'Off the list', standard: null, revision: 0 })
    expect(data.find(({ name }) => name === 'cancelledByUs')).toMatchObject({ subject: 'Your appointment on {day} is canceled' })
  })

  it('for Arabic are those for Arabic with other digits, too', async () => {
    const token = await o.app.signIn(await makeAdmin(o.db))
    const words = { subject: 'قريبًا: {day}', body: 'نراك قريبًا، {name}. اتصل بنا قبل 24 ساعة.', sms: 'قريبًا.' }
    const put = { token, params: { name: 'booked' }, body: { ...words, language: 'ar', revision: 0 } }
    expect((await o.app.request('PUT /api/wordings/{name}', put)).status).toBe(200)
    const { user, appointment } = await o.book({ locale: 'ar-EG', name: 'Jo Client' })
    await sendAll()
    expect(letterTo(user).subject).toMatch(/^قريبًا: \u2068\p{Script=Arabic}+، [٠-٩]+ مارس، الساعة ٩:٠٠ ص\u2069$/u)
    expect(letterTo(user).html).toContain('<html lang="ar-EG" dir="rtl">')
    expect(letterTo(user).text).toContain(`${site}/my/appointments/${appointment.id}\n`)
    expect(letterTo(user).text).toContain(`\n${isolated('Ring 020 7946 0000')}`)
  })

  it('are refused for a language that the product does not have', async () => {
    const token = await o.app.signIn(await makeAdmin(o.db))
    const body = { ...words, revision: 0 }
    const refused = await Promise.all(
      ['xx', 'en-XA'].map(language =>
        o.app.request('PUT /api/wordings/{name}', { token, params: { name: 'moved' }, body: { ...body, language } }),
      ),
    )
    expect(refused.map(({ status, problem }) => [status, Object.keys(problem.errors ?? {})])).toEqual([
      [422, ['language']],
      [422, ['language']],
    ])
  })
})

describe('the time of a text message', () => {
  beforeAll(() => sql`DELETE FROM wordings`.execute(o.db))

  it.each(['en', 'de', 'fr', 'es', 'ar', 'uk', 'pl', 'tr', 'cy', 'nl'])(
    'in %s leaves no reader with other clocks without the zone of its time',
    async locale => {
      const near = await o.book({ channel: 'sms', locale, time_zone: 'Europe/Lisbon' })
      const far = await o.book({ channel: 'sms', locale, time_zone: 'America/St_Johns' })
      await sendAll()
      const [nearText, farText] = [textTo(near.user.phone), textTo(far.user.phone)]
      expect(nearText.text).not.toContain('Europe/London')
      expect(farText.text.match(/\(Europe\/London\)/g)).toHaveLength(1)
      expect(farText.text).toContain(`/my/appointments/${far.appointment.id}`)
    },
  )

  it('names the zone by the offset on the day itself', () => {
    // New York changes its clocks on 14 March, Jamaica never.
    const named = ['2027-03-10T12:00:00Z', '2027-03-20T12:00:00Z'].map(instant =>
      formatTimeForReader('en', instant, 'America/New_York', 'America/Jamaica').endsWith('(America/New_York)'),
    )
    expect(named).toEqual([false, true])
  })
})
