import type { Calls } from '#contract/calls.ts'
import { viewParams } from '#contract/saved-view-limits.ts'
import { freeTimes, publishedVersions, registerClient, send, type FreeTime } from './client.ts'
import type { DemoIds } from './demo-ids.ts'
import { demoPassword, demoPhones, logIn } from './people.ts'
import { bookForClient, planRunningSession } from './running-session.ts'

type Write = Exclude<keyof Calls, `GET ${string}`>
type Loose = Record<string, string>

/** Stands in each of the texts, and in nothing else. */
export const mark = 'ran('

/**
 * Closes an attribute, an element and a script, and runs by an element, a handler and a template; short enough for
 * a name.
 */
const short = `'"></script><img src=x onerror=ran(1)><script>ran(2)</script>{{ran(3)}}`
/**
 * At most 500 characters: links, Markdown and styles that a page might follow, and characters that reverse, hide
 * or stretch text.
 */
const long = `${short}
<svg/onload=ran(4)> <iframe srcdoc="<script>ran(5)</script>"></iframe> <a href="javascript:ran(6)">x</a> <style>*{display:none}</style>
[a](javascript:ran(7)) [b](data:text/html,<script>ran(8)</script>) ![c](https://elsewhere.invalid/x.png) ![d](data:image/svg+xml,<svg/onload=ran(9)>)
\${ran(10)}]]>--> \u202egnp\u202c \u200b\u2067${'W'.repeat(60)}`

const link = 'https://elsewhere.invalid/"><script>ran(11)</script>'

const ours = (seed: string) => `${short.slice(0, 70)} ${seed}`

/**
 * Stores such texts in every text field of the API; each call must succeed. Returns the fields, such as
 * `PUT /api/settings site_name`.
 */
export async function storeHostileTexts(url: string, ids: DemoIds): Promise<Set<string>> {
  const filled = new Set<string>()
  const { token } = await logIn(url, 'administrator')
  const client = (await logIn(url, 'client')).token
  let count = 0
  const name = () => ours(String((count += 1)))

  const write = async (call: Write, id: string, body: object, as = token): Promise<Loose> => {
    const [method = '', path = ''] = call.split(' ')
    const answer = await send(url, method, path.replace(/\{(id|name)\}/, id), { token: as, body })
    if (answer.status >= 300) throw new Error(`${call} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    for (const field of fieldsWithMark(body)) filled.add(`${call} ${field}`)
    return answer.body as unknown as Loose
  }
  const list = async (path: string, as = token) =>
    ((await send(url, 'GET', path, { token: as })).body as unknown as { data: (Loose & { kind: string })[] }).data
  const { times, supportTypeId } = await freeTimes(url, 12)
  const nextTime = (): FreeTime => {
    const time = times.pop()
    if (!time) throw new Error('the demo has no free time left')
    return time
  }
  const book = async (fields: object, as = token) => {
    const { schedule_id, starts_at, mentor_id } = nextTime()
    return write('POST /api/appointments', '', { schedule_id, starts_at, mentor_id, questions: [long], ...fields }, as)
  }

  // People
  for (const id of new Set([...Object.values(ids.people), ids.user]))
    await write('PUT /api/users/{id}', id, { name: name(), contact_name: name(), note: long })
  await write('PUT /api/users/{id}', ids.people.mentor, { bio: name() })
  await write('PUT /api/my-profile', '', { name: name() })
  await write('PUT /api/my-profile', '', { bio: name() }, (await logIn(url, 'mentor')).token)
  const person = await write('POST /api/users', '', { name: name(), contact_name: name(), note: long })
  await write('POST /api/users/{id}/deactivate', person.id ?? '', { reason: long })
  const second = await write('POST /api/users', '', { name: name() })
  await write('POST /api/users/deactivate', '', { users: [{ id: second.id }], reason: long })
  await write('POST /api/my-profile/tokens', '', { name: name(), days: 30, scope: 'read', current_password: demoPassword }, client)
  for (const [viewed, filters] of Object.entries(viewParams)) {
    const params = Object.fromEntries(filters.map(filter => [filter, name()]))
    await write('PUT /api/my-saved-views', '', { list: viewed, name: short.slice(0, 60), params })
  }
  await register(url, body => write('POST /api/register', '', { ...body, name: name() }, ''))
  await write('POST /api/record-access', '', { user_id: ids.people.client, reason: long.slice(0, 500) })
  const role = await write('POST /api/roles', '', { name: name(), abilities: [] })
  await write('PUT /api/roles/{id}', ids.role, { name: name() })
  const rule = { claim: name(), value: name(), role_id: role.id }
  const proofs = {
    client_id: name(),
    client_secret: name(),
    scopes: `openid ${name()}`,
    email_proof: name(),
    phone_proof: name(),
    mapping: [rule],
  }
  const provider = await write('POST /api/providers', '', { name: name(), issuer: link, ...proofs })
  await write('PUT /api/providers/{id}', provider.id ?? '', { name: name(), ...proofs })
  await write('POST /api/role-assign', '', { user_id: ids.people.administrator, role_ids: [role.id] })

  // The offer
  for (const { id } of await list('/api/support-types'))
    await write('PUT /api/support-types/{id}', id ?? '', { name: name(), description: long })
  for (const { id } of await list('/api/support-types'))
    await write('PUT /api/translations/{id}', id ?? '', {
      language: 'de',
      texts: [
        { field: 'name', text: name() },
        { field: 'description', text: long },
      ],
    })
  await write('POST /api/support-types', '', {
    name: name(),
    description: long,
    colour: '#2f7d6d',
    slot_minutes: 30,
    price: { amount: 0, currency: 'GBP' },
  })
  for (const { id, kind } of await list('/api/places?state=active'))
    await write('PUT /api/places/{id}', id ?? '', { name: name(), address: long, ...(kind === 'online' && { meeting_url: link }) })
  const { id: place } = await write('POST /api/places', '', {
    name: name(),
    kind: 'online',
    address: long,
    meeting_url: link,
    time_zone: 'Europe/London',
  })
  await write('POST /api/closed-days', '', { place_id: place, date: soon(9), reason: long.slice(0, 200) })
  await write('POST /api/time-off', '', {
    mentor_id: ids.people.mentor,
    starts_at: `${soon(300)}T09:00`,
    ends_at: `${soon(300)}T10:00`,
    reason: long.slice(0, 200),
  })
  const plan = {
    support_type_id: supportTypeId,
    place_id: place,
    mentor_ids: [ids.people.mentor],
    starts_at: `${soon(200)}T09:00`,
    ends_at: `${soon(200)}T10:00`,
    slot_minutes: 30,
    meeting_url: link,
    note: long,
  }
  await write('POST /api/schedules/preview', '', plan)
  const { id: schedule = '' } = await write('POST /api/schedules', '', { ...plan, status: 'published' })
  await write('PUT /api/schedules/{id}', schedule, { note: long, meeting_url: link })
  await write('POST /api/schedules/{id}/preview', schedule, { note: long, meeting_url: link })
  for (const { id, kind, language } of await list('/api/translations'))
    if (kind === 'session_note' && language === 'de')
      await write('PUT /api/translations/{id}', id ?? '', { language, texts: [{ field: 'note', text: long }] })
  const copied = { schedule_ids: [schedule], days: 1 }
  await write('POST /api/schedules/copy/preview', '', copied)
  const { schedules } = (await write('POST /api/schedules/copy', '', copied)) as unknown as { schedules: object[] }
  await write('POST /api/schedules/publish', '', { schedules })
  await write('POST /api/schedules/{id}/cancel', schedule, { reason: long })
  // One that ends, and one that is listed.
  const weekly = (weekday: number) => ({
    mentor_id: ids.people.mentor,
    place_id: place,
    ranges: [{ weekday, starts: '05:00', ends: '06:00', support_type_id: supportTypeId }],
    slot_minutes: 30,
    from_date: soon(1),
  })
  const { id: hours = '' } = await write('POST /api/weekly-hours', '', weekly(1))
  await write('POST /api/weekly-hours', '', weekly(2))
  await write('POST /api/weekly-hours/{id}/end', hours, { sessions: 'cancel_all', reason: long })
  const mentor = (await logIn(url, 'mentor')).token
  const proposal = {
    place_id: place,
    ranges: [{ weekday: 1, starts: '04:00', ends: '05:00', support_type_id: supportTypeId }],
    slot_minutes: 30,
    from_date: soon(1),
    note: long.slice(0, 500),
  }
  await write('POST /api/mentor-proposals', '', proposal, mentor)
  const { id: declined = '' } = await write('POST /api/mentor-proposals', '', { ...proposal, slot_minutes: 15 }, mentor)
  await write('POST /api/hours-proposals/{id}/decline', declined, { reason: long.slice(0, 500) })
  const away = { starts_at: `${soon(301)}T09:00`, ends_at: `${soon(301)}T10:00`, reason: long.slice(0, 200) }
  await write('POST /api/mentor-time-off-requests', '', away, mentor)
  const { id: request = '' } = await write('POST /api/mentor-time-off-requests', '', away, mentor)
  await write('POST /api/time-off-requests/{id}/decline', request, { reason: long.slice(0, 500) })
  await storeInSeries(write, plan, { note: `${long}.`, meeting_url: link }, long)

  // Other systems, and calendars of mentors' own
  const hook = { address: link, description: name() }
  const { webhook } = (await write('POST /api/webhooks', '', { ...hook, events: ['client.merged'] })) as unknown as { webhook: Loose }
  await write('PUT /api/webhooks/{id}', webhook.id ?? '', { ...hook, active: false })
  await write('POST /api/busy-calendars', '', { mentor_id: ids.people.mentor, address: link })

  // Words of messages
  // Braces are places to fill in, and nothing may turn what is written around.
  const plain = (text: string) => text.replaceAll(/[{}\u202a-\u202e\u2066-\u2069]/g, '')
  const wording = { subject: plain(name()), body: plain(long), sms: plain(name()) }
  await write('PUT /api/wordings/{name}', 'booked', { ...wording, revision: 0 })
  await write('POST /api/wordings/{name}/preview', 'booked', wording)

  // Contracts and questions; what was accepted before is shown as it was.
  await write('POST /api/legally-binding-contract', '', { key: 'hostile', title: name(), body: long, publish: true })
  for (const { id = '' } of await list('/api/legally-binding-contract')) {
    const changed = await write('PUT /api/legally-binding-contract/{id}', id, { title: name(), body: long, publish: true })
    const [current] = (changed as unknown as { versions: { version_id: string }[] }).versions
    const translation = { version_id: current?.version_id, language: 'de', title: name(), body: long }
    await write('POST /api/legally-binding-contract/{id}/translations', id, translation)
  }
  for (const type of ['client', 'mentor'] as const)
    for (const widget of ['text', 'radio', 'select'] as const) {
      const options = widget === 'text' ? {} : { options: [name(), name()] }
      const { id = '' } = await write('POST /api/feedback-questions', '', { type, widget, prompt: name(), ...options })
      await write('PUT /api/feedback-questions/{id}', id, { prompt: name(), ...options })
    }

  // Appointments
  const accepted_version_ids = await publishedVersions(url)
  const staffed = async () => (await book({ new_client: { name: name(), phone: null }, accepted_version_ids })).id ?? ''
  await write('PUT /api/appointments/{id}', ids.appointment, { questions: [long], reason: long })
  await write('PUT /api/appointments/{id}', ids.ownAppointment, { questions: [long] })
  const mine = await book({ accepted_version_ids }, client)
  await write('POST /api/appointments/{id}/cancel', mine.id ?? '', { reason: long }, client)
  await write('POST /api/appointments/{id}/status', await staffed(), { status: 'cancelled', reason: long })
  await write('POST /api/appointments/status', '', { status: 'cancelled', reason: long, appointments: [{ id: await staffed() }] })
  const running = await planRunningSession(url)
  const done = (await bookForClient(url, running.id, running.starts[0]!)).booked.id
  for (const status of ['arrived', 'fulfilled']) await write('POST /api/appointments/{id}/status', done, { status })
  const { body: form } = await send(url, 'GET', `/api/feedback/create?appointment_id=${done}&type=mentor`, { token })
  const { questions } = form as unknown as { questions: { id: string; widget: string; options: string[] }[] }
  await write('POST /api/feedback', '', {
    appointment_id: done,
    type: 'mentor',
    answers: questions.map(({ id, widget, options }) => ({
      question_id: id,
      value: widget === 'star' ? 1 : widget === 'text' ? long : options[0],
    })),
  })

  // Waiting
  const wish = { support_type_id: (await list('/api/support-types')).at(-1)?.id, from_date: soon(1), to_date: soon(20) }
  for (const [call, body] of [
    ['POST /api/waiting-list/{id}/reorder', { before_id: null, reason: long.slice(0, 500) }],
    ['POST /api/waiting-list/{id}/remove', { reason: long.slice(0, 500) }],
  ] as const) {
    const someone = await registerClient(url, 700_000 + (count += 1), accepted_version_ids)
    const { id = '' } = await write('POST /api/waiting-list', '', wish, someone)
    await write(call, id, body)
  }
  const leaver = await registerClient(url, 700_000 + (count += 1), accepted_version_ids)
  const { id: left } = await write('POST /api/waiting-list', '', wish, leaver)
  await write('POST /api/waiting-list/remove', '', { reason: long.slice(0, 500), entries: [{ id: left }] })

  await write('POST /api/waiting-list', '', wish, client)

  await write('PUT /api/settings', '', { site_name: name(), contact: long.slice(0, 300), email_signature: `${short}\n${link}` })
  return filled
}

/** The local date in so many days. */
const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function register(url: string, finish: (body: object) => Promise<unknown>): Promise<void> {
  const phone = demoPhones.client.replace('900003', '900777')
  const { body: joined } = await send(url, 'POST', '/api/join', { body: { phone } })
  const { demo_code: code } = joined as unknown as Loose
  const { body } = await send(url, 'POST', '/api/confirm', { body: { phone, code } })
  const { registration_ticket } = body as unknown as Loose
  await finish({ registration_ticket, accepted_version_ids: await publishedVersions(url) })
}

function fieldsWithMark(value: unknown, at: string[] = []): string[] {
  if (typeof value === 'string') return value.includes(mark) ? [at.join('.')] : []
  if (Array.isArray(value)) return value.flatMap(item => fieldsWithMark(item, at))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => fieldsWithMark(item, [...at, key]))
}

type Send = (call: Write, id: string, body: object) => Promise<Loose>

/** A series whose every text is hostile, one session of it changed and cancelled by the calls of series. */
async function storeInSeries(write: Send, plan: object, change: object, reason: string): Promise<void> {
  const times = { starts_at: `${soon(210)}T09:00`, ends_at: `${soon(210)}T10:00` }
  const { id = '', revision } = await write('POST /api/schedules', '', { ...plan, ...times, repeat: 'FREQ=WEEKLY;COUNT=2' })
  await write('POST /api/schedules/{id}/series/preview', id, { change, sessions: [{ id, revision }] })
  await write('PUT /api/schedules/{id}/series', id, { change, sessions: [{ id, revision }] })
  await write('POST /api/schedules/{id}/series/cancel', id, { reason, sessions: [{ id, revision: Number(revision) + 1 }] })
  const alone = { starts_at: `${soon(211)}T09:00`, ends_at: `${soon(211)}T10:00` }
  const other = await write('POST /api/schedules', '', { ...plan, ...alone })
  await write('POST /api/schedules/cancel', '', { reason, sessions: [{ id: other.id, revision: other.revision }] })
}
