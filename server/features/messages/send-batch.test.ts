import { sql } from 'kysely'
import ICAL from 'ical.js'
import type { Attachment } from 'mailparser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makePlace } from '#database/factories.ts'
import { cancelWithReason, from, moveTo, openOrganisation, type Organisation } from '../../testing/messages.ts'
import type { Arrived } from '../../testing/mail-server.ts'

let o: Organisation
beforeAll(async () => {
  o = await openOrganisation()
})
afterAll(() => o.close())
beforeEach(async () => {
  o.mail.behave({})
  await sql`DELETE FROM outbox`.execute(o.db)
})

/** The calendar attachment as an independent program reads it. */
function readCalendar(letter: Arrived) {
  const file = letter.attachments.find(({ contentType }) => contentType === 'application/ics') as Attachment
  const calendar = new ICAL.Component(ICAL.parse(file.content.toString('utf8')) as unknown[])
  const component = calendar.getFirstSubcomponent('vevent')!
  const event = new ICAL.Event(component)
  const text = (name: string) => String(component.getFirstPropertyValue(name) ?? '')
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    status: text('status'),
    starts: event.startDate.toJSDate().toISOString(),
    ends: event.endDate.toJSDate().toISOString(),
    summary: event.summary,
    organiser: text('organizer').toLowerCase(),
    attendees: event.attendees.map(attendee => [attendee.getFirstValue(), attendee.getParameter('cn')]),
  }
}

describe('a letter as it arrives', () => {
  it('states time, place, mentor and sender as text, HTML and calendar file, without the support type', async () => {
    const { user, appointment } = await o.book({ name: 'Amara Ọkọ' })
    expect(await o.send()).toMatchObject({ count: 1, channelsDown: [] })
    const [letter] = o.mail.to(user.email!)
    expect(letter).toMatchObject({
      subject: 'Your appointment on Tuesday 9 March, 09:00',
      from: { value: [{ name: 'Larkfield', address: from }] },
      to: { value: [{ name: 'Amara Ọkọ', address: user.email }] },
    })
    const reference = `${appointment.reference.slice(0, 4)}-${appointment.reference.slice(4)}`
    expect(letter!.text).toBe(
      [
        'Hello Amara Ọkọ,',
        '',
        'Your appointment is booked.',
        '',
        'When:      Tuesday 9 March 2027, 09:00 to 09:30 (Europe/London)',
        'Where:     Room 1, 1 High Street',
        'With:      Mary Mentor',
        `Reference: ${reference}`,
        '',
        'View, move or cancel it:',
        `https://book.example.org/my/appointments/${appointment.id}`,
        '',
        '-- ',
        'Larkfield sent you this message. Times are local to the place (Europe/London).',
        'Ring 020 7946 0000',
        '',
      ].join('\n'),
    )
    for (const part of ['Amara Ọkọ', '09:00 to 09:30 (Europe/London)', 'Room 1, 1 High Street', 'Mary Mentor', reference, 'Ring 020'])
      expect(letter!.html).toContain(part)
    expect(readCalendar(letter!)).toEqual({
      method: 'REQUEST',
      uid: `${appointment.id}@openhour`,
      sequence: 0,
      status: 'CONFIRMED',
      starts: '2027-03-09T09:00:00.000Z',
      ends: '2027-03-09T09:30:00.000Z',
      summary: 'Appointment with Mary Mentor',
      organiser: `mailto:${from}`,
      attendees: [[`mailto:${user.email}`, 'Amara Ọkọ']],
    })
    expect(letter!.raw).not.toMatch(/bereavement|counselling/i)
    const [row] = await o.of(user)
    expect(letter!.messageId).toBe(`<${row!.id}@larkfield.example>`)
    expect(letter!.headers.get('auto-submitted')).toBe('auto-generated')
    expect(row).toMatchObject({
      state: 'sent',
      channel: 'email',
      recipient: user.email,
      subject: letter!.subject,
      body: letter!.text,
      why: null,
      error: null,
      attempts: 1,
      lease: null,
      settled_at: '2027-03-01T10:00:00Z',
    })
  })

  it('after a move and a cancellation is of the same event, each later one with a higher number', async () => {
    const { user, appointment, slots } = await o.book()
    await o.send()
    await moveTo(o, appointment.id, slots[2]!.id, 'Mary is late')
    await o.send()
    await cancelWithReason(o, appointment.id, 'The house is closed')
    await o.send()
    const letters = o.mail.to(user.email!)
    const calendars = letters.map(readCalendar)
    expect(calendars.map(({ method, status, sequence }) => [method, status, sequence])).toEqual([
      ['REQUEST', 'CONFIRMED', 0],
      ['REQUEST', 'CONFIRMED', 1],
      ['CANCEL', 'CANCELLED', 2],
    ])
    expect(new Set(calendars.map(({ uid }) => uid)).size).toBe(1)
    expect(calendars.map(({ starts }) => starts.slice(11, 16))).toEqual(['09:00', '10:00', '10:00'])
    expect(letters.map(({ subject }) => subject!.replace(/ \d+ March/, ''))).toEqual([
      'Your appointment on Wednesday, 09:00',
      'Your appointment has changed: Wednesday, 10:00',
      'Your appointment on Wednesday, 10:00 is cancelled',
    ])
    expect(letters[1]!.text).toContain('Why: Mary is late')
    expect(letters[2]!.text).toContain('We are sorry, but we had to cancel this appointment.\n\nWhy: The house is closed')
  })

  it('names the new mentor if only the mentor changed, and who cancelled', async () => {
    const { user, appointment, slots, schedule } = await o.book({}, { mentors: [...o.mentors] })
    await o.send()
    const other = slots.find(slot => slot.starts_at === slots[0]!.starts_at && slot.mentor_id !== slots[0]!.mentor_id)!
    await moveTo(o, appointment.id, other.id, '')
    await o.send()
    const token = await o.app.signIn(user)
    const cancelled = await o.app.request('POST /api/appointments/{id}/cancel', {
      token,
      params: { id: appointment.id },
      body: { reason: 'mine' },
    })
    expect([cancelled.status, schedule.status]).toEqual([200, 'published'])
    await o.send()
    const [, changed, gone] = o.mail.to(user.email!)
    expect(changed!.subject).toContain('a different mentor will see you')
    expect(changed!.text).toContain('The time of your appointment stays the same, but you will meet Max Mentor instead.')
    expect(gone!.text).toContain('You have cancelled this appointment.')
    expect(gone!.text).not.toContain('Why:')
  })

  it('says where, if another mentor is at another place at the same time', async () => {
    const { user, appointment, schedule } = await o.book()
    await o.send()
    const place = await makePlace(o.db, { name: 'Riverside House' })
    const [date, time] = [schedule.local_starts.slice(0, 10), schedule.local_starts.slice(11, 16)]
    const other = await o.plan({ place, mentors: [o.mentors[1]], from: `${date}T${time}`, to: `${date}T11:00` })
    await moveTo(o, appointment.id, other.slots[0]!.id, '')
    await o.send()
    const changed = o.mail.to(user.email!)[1]!
    expect(changed.subject).toContain('Your appointment has changed')
    expect(changed.subject).not.toContain('a different mentor')
    expect(changed.text).toContain('Riverside House')
  })

  it('about a request has no calendar file until approval, and calls a refusal no cancellation', async () => {
    const { slots } = await o.plan()
    const user = await o.client()
    const { id } = await o.app.db
      .insertInto('appointments')
      .values({ slot_id: slots[0]!.id, user_id: user.id, status: 'pending', booked_by: user.id, changed_by: user.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await o.send()
    await sql`UPDATE appointments SET status = 'booked', changed_by = ${o.staff.id} WHERE id = ${id}`.execute(o.db)
    await o.send()
    const [requested, approved] = o.mail.to(user.email!)
    expect([requested!.subject!.startsWith('We have your request for '), requested!.attachments]).toEqual([true, []])
    expect(readCalendar(approved!).method).toBe('REQUEST')
    const second = await o.client()
    const pending = await o.app.db
      .insertInto('appointments')
      .values({ slot_id: slots[1]!.id, user_id: second.id, status: 'pending', booked_by: second.id, changed_by: second.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await o.send()
    await cancelWithReason(o, pending.id, 'We are full')
    await o.send()
    const refused = o.mail.to(second.email!)[1]!
    expect([refused.subject!.startsWith('Your request for '), refused.attachments]).toEqual([true, []])
    expect(refused.text).toContain('We are sorry, but we cannot offer you this appointment.')
  })

  it('holds what people wrote as data: no header, no HTML, no template and no line of a calendar begins in it', async () => {
    const name = 'Eve "E" <b>{reason}</b>\r\nBcc: all@example.org\r\n{mentor} $& ;X=1:'
    const { user, appointment } = await o.book({ name })
    await sql`UPDATE users SET name = ${`Max{name}</td><script>alert(1)</script>\u2028"`} WHERE id = ${o.mentors[0].id}`.execute(o.db)
    await o.send()
    await sql`UPDATE users SET name = 'Mary Mentor' WHERE id = ${o.mentors[0].id}`.execute(o.db)
    const [letter] = o.mail.to(user.email!)
    expect([...letter!.headers.keys()]).not.toContain('bcc')
    expect(letter!.raw.split(/\r\n\r\n/)[0]).not.toMatch(/^bcc/im)
    expect(letter!.text).toContain('Hello Eve "E" <b>{reason}</b> Bcc: all@example.org {mentor} $& ;X=1:,')
    expect(letter!.text).toContain('With:      Max{name}</td><script>alert(1)</script> "')
    expect(letter!.html).toContain('Eve &quot;E&quot; &lt;b&gt;{reason}&lt;/b&gt; Bcc: all@example.org {mentor} $&amp; ;X=1:')
    expect(letter!.html).not.toMatch(/<script|<b>/)
    expect(readCalendar(letter!)).toMatchObject({
      uid: `${appointment.id}@openhour`,
      attendees: [[`mailto:${user.email}`, 'Eve ’E’ <b>{reason}</b> Bcc: all@example.org {mentor} $& ;X=1:']],
    })
  })

  it('marks messages as unsendable in production for people with only a number, and for people who want none', async () => {
    const cases: [Parameters<Organisation['book']>[0], string][] = [
      [{ email: null, channel: 'sms' }, 'no_gateway'],
      [{ email: null, phone: null, channel: 'both' }, 'no_address'],
      [{ channel: 'none' }, 'not_wanted'],
    ]
    for (const [fields, why] of cases) {
      const { user } = await o.book(fields)
      await o.send()
      expect((await o.of(user))[0]).toMatchObject({ state: 'unsendable', why, channel: null })
    }
    const { user } = await o.book({ channel: 'sms' })
    await o.send()
    expect(o.mail.to(user.email!)).toHaveLength(1)
  })
})
