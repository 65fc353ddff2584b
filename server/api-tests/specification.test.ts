import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { callNames, calls, type Calls } from '#contract/calls.ts'
import { fillDemo } from '#database/demo/fill.ts'
import { hashPassword } from '../features/people/hash-password.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'

// All calls of the specification's §7 at their paths, on the demo data; each response has the contract's shape.

type Ids = Record<
  | 'administrator'
  | 'client'
  | 'mentor'
  | 'person'
  | 'role'
  | 'supportType'
  | 'schedule'
  | 'appointment'
  | 'fulfilled'
  | 'rated'
  | 'contract'
  | 'question',
  string
>
type Asker = 'visitor' | 'administrator' | 'client' | 'mentor'
interface Ask {
  by?: Asker
  /** The one id in the path. */
  id?: keyof Ids
  query?: (ids: Ids) => Record<string, string>
  body?: (ids: Ids, learnt: Record<string, string>) => unknown
}

const phone = '+447911100123'
const ofSchedule = (ids: Ids) => ({ schedule_id: ids.schedule })
const role = (name: string) => ({ name, abilities: ['Schedule List'], opens_admin: true, is_mentor: false })
const contract = { key: 'house_rules', title: 'House rules', body: '# Be kind', required_for: null, publish: true }
const newPerson = { name: 'Ada Moreau', phone: '+447911100456' }

/** Method and path as in the specification, in an order in which each call finds what it needs. */
const specified: Record<string, Ask> = {
  'POST /api/join': { by: 'visitor', body: () => ({ phone }) },
  'POST /api/confirm': { by: 'visitor', body: (_, { code }) => ({ phone, code }) },
  'POST /api/register': {
    by: 'visitor',
    body: (_, { ticket, versions }) => ({ ...newPerson, phone: undefined, ...registration(ticket, versions) }),
  },
  'POST /api/login': { by: 'visitor', body: () => ({ phone: '+447700900003', password: 'openhour-demo-2026' }) },
  'GET /api/my-profile': { by: 'client', query: ids => ({ profileId: ids.client }) },
  'GET /api/find-users': { query: () => ({ phone: '900003' }) },
  'GET /api/appointments': { query: ofSchedule },
  'GET /api/appointments/{id}/edit': { id: 'appointment' },
  'GET /api/appointments/create': { query: ofSchedule },
  'GET /api/appointments/{id}': { id: 'appointment' },
  'GET /api/appointment-feedback/{id}': { id: 'rated' },
  'GET /api/feedback': { query: () => ({ type: 'client' }) },
  'GET /api/feedback-questions': { query: () => ({ type: 'client' }) },
  'POST /api/feedback-questions': { body: () => ({ type: 'client', widget: 'text', prompt: 'What else?', options: [], required: false }) },
  'GET /api/feedback/create': { query: ids => ({ appointment_id: ids.fulfilled, type: 'client' }) },
  'POST /api/feedback': {
    body: (ids, { answers }) => ({ appointment_id: ids.fulfilled, type: 'client', answers: JSON.parse(answers ?? '[]') }),
  },
  'GET /api/legally-binding-contract': { by: 'visitor' },
  'GET /api/show-list': { by: 'visitor' },
  'POST /api/legally-binding-contract': { body: () => contract },
  'GET /api/legally-binding-contract/{id}/edit': { id: 'contract' },
  'GET /api/legally-binding-contract/{id}': { by: 'visitor', id: 'contract' },
  'PUT /api/legally-binding-contract/{id}': { id: 'contract', body: () => ({ ...contract, key: undefined, body: '# Be kinder' }) },
  'GET /api/assigned-users': {},
  'POST /api/role-assign': { body: ids => ({ user_id: ids.person, role_ids: [ids.role] }) },
  'GET /api/role-assign-edit/{id}': { id: 'person' },
  'POST /api/role-assign-update': { body: ids => ({ user_id: ids.person, role_ids: [] }) },
  'GET /api/roles': {},
  'GET /api/roles/create': {},
  'POST /api/roles': { body: () => role('Planner') },
  'GET /api/roles/{id}/edit': { id: 'role' },
  'PUT /api/roles/{id}': { id: 'role', body: () => role('Another planner') },
  'GET /api/schedules': { query: () => ({ availability: 'available', page: '1' }) },
  'GET /api/schedules/create': {},
  'GET /api/schedules/{scheduleId}/edit': { id: 'schedule' },
  'GET /api/previous-history': { query: ids => ({ user_id: ids.client }) },
  'GET /api/users': { query: () => ({ page: '1', search: 'a' }) },
  'POST /api/users': { body: () => ({ name: 'Noor Haddad', phone: '+447911100789' }) },
  'GET /api/users/{id}/edit': { id: 'person' },
  'GET /api/users/{id}': { id: 'person' },
  'PUT /api/users/{id}': { id: 'person', body: () => ({ name: 'Renamed Person' }) },
  'GET /api/mentor-appointments': { by: 'mentor', query: ofSchedule },
  'GET /api/mentor-schedule': { by: 'mentor', query: ids => ({ user: ids.mentor }) },
  'GET /api/mentor-list': { by: 'visitor' },
  'GET /api/search-schedule/{support_type_id}': { by: 'visitor', id: 'supportType' },
  // Last: it ends the session.
  'POST /api/logout': { by: 'client' },
}

const registration = (ticket = '', versions = '[]') => ({
  registration_ticket: ticket,
  accepted_version_ids: JSON.parse(versions) as string[],
})

let app: TestApp
let ids: Ids
let tokens: Record<Asker, string | undefined>
/** The parts of a response that later calls need. */
const learnt: Record<string, string> = {}

const withPhone = async (number: string) => ({
  id: (await app.db.selectFrom('users').select('id').where('phone', '=', number).executeTakeFirstOrThrow()).id,
})

beforeAll(async () => {
  app = await startTestApp()
  await fillDemo(app.db, { today: app.clock.now(), hashPassword: async password => String(await hashPassword(password, app)) })
  const [administrator, mentor, client] = await Promise.all(['+447700900001', '+447700900002', '+447700900003'].map(withPhone))
  const one = async (query: ReturnType<typeof sql<{ id: string }>>) => (await query.execute(app.db)).rows[0]!.id
  ids = {
    administrator: administrator!.id,
    mentor: mentor!.id,
    client: client!.id,
    person: await one(
      sql`SELECT u.id FROM users u WHERE NOT EXISTS (SELECT 1 FROM role_assignments WHERE user_id = u.id) AND u.id <> ${client!.id} LIMIT 1`,
    ),
    role: await one(sql`SELECT id FROM roles WHERE NOT '*' = ANY (abilities) AND opens_admin LIMIT 1`),
    supportType: await one(sql`SELECT id FROM support_types ORDER BY position LIMIT 1`),
    schedule: await one(
      sql`SELECT schedule_id AS id FROM appointments WHERE mentor_id = ${mentor!.id} AND status = 'booked' ORDER BY starts_at DESC LIMIT 1`,
    ),
    appointment: await one(sql`SELECT id FROM appointments WHERE status = 'booked' ORDER BY starts_at DESC LIMIT 1`),
    fulfilled: await one(
      sql`SELECT id FROM appointments a WHERE status = 'fulfilled' AND NOT EXISTS (SELECT 1 FROM feedback WHERE appointment_id = a.id) LIMIT 1`,
    ),
    rated: await one(sql`SELECT appointment_id AS id FROM feedback LIMIT 1`),
    contract: await one(sql`SELECT id FROM contracts WHERE key = 'about'`),
    question: await one(sql`SELECT id FROM feedback_questions LIMIT 1`),
  }
  tokens = {
    visitor: undefined,
    administrator: await app.signIn(administrator!),
    mentor: await app.signIn(mentor!),
    client: await app.signIn(client!),
  }
  const versions = await app.request('GET /api/show-list')
  learnt.versions = JSON.stringify(
    Object.values(versions.body as Record<string, { version_id: string; required_for: string | null } | null>)
      .filter(text => text?.required_for === 'registration')
      .map(text => text?.version_id),
  )
})
afterAll(() => app.close())

/** The contract's name for a path of the specification, whose parameters may have other names. */
const bare = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')
const nameOf = (path: string): keyof Calls | undefined => callNames.find(name => bare(name) === bare(path))

test('the specification names 45 calls, and the OpenAPI document has every one', async () => {
  expect(Object.keys(specified)).toHaveLength(45)
  const { paths } = (await app.http.inject({ url: '/api/openapi.json' })).json() as { paths: Record<string, Record<string, unknown>> }
  const offered = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${bare(path)}`),
  )
  expect(Object.keys(specified).filter(call => !offered.includes(bare(call)))).toEqual([])
})

test.each(Object.entries(specified))(
  '%s answers with the shape of the contract',
  async (path, { by = 'administrator', id, query, body }) => {
    const name = nameOf(path)
    if (!name) throw new Error(`${path} is missing`)
    const call: Call = calls[name]
    const token = tokens[by]
    const [parameter] = Object.keys(call.params?.shape ?? {})
    const answer = await app.request(name, {
      ...(parameter && id && { params: { [parameter]: ids[id] } }),
      ...(query && { query: query(ids) }),
      ...(body && { body: body(ids, learnt) }),
      ...(token && { token }),
    })
    expect([answer.status, answer.problem.code, answer.problem.errors]).toEqual([call.answer.status, undefined, undefined])
    const shape = call.answer.body
    if (!(shape instanceof z.ZodType)) throw new Error(`${path} promises no shape`)
    expect(shape.safeParse(answer.body).error?.issues).toBeUndefined()
    learn(path, answer.body)
  },
)

function learn(path: string, body: Record<string, unknown>): void {
  if (path === 'POST /api/join') learnt.code = String(body.demo_code)
  if (path === 'POST /api/confirm') learnt.ticket = String(body.registration_ticket)
  if (path === 'GET /api/feedback/create') {
    const questions = body.questions as { id: string; widget: string; options: string[]; required: boolean }[]
    const value = { star: '4', text: 'Fine' } as Record<string, string>
    learnt.answers = JSON.stringify(questions.map(({ id, widget, options }) => ({ question_id: id, value: value[widget] ?? options[0] })))
  }
}
