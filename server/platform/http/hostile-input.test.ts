import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { callNames, calls } from '#contract/calls.ts'
import { refusals } from '#contract/refusals.ts'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { isExhaustive } from '../../testing/exhaustive.ts'
import { refusalsOf } from './openapi.ts'

let app: TestApp
let tokens: (string | undefined)[]
/** Existing ids, so that inputs pass the first check. */
let known: string[]

beforeAll(async () => {
  app = await startTestApp()
  const supportType = await makeSupportType(app.db)
  const place = await makePlace(app.db)
  const mentor = await makeMentor(app.db)
  const client = await makeUser(app.db)
  const session = { supportType, place, mentors: [mentor], from: '2026-12-01T09:00', to: '2026-12-01T12:00' }
  const { schedule, slots } = await makeSchedule(app.db, session)
  const appointment = await makeAppointment(app.db, slots[0]!.id, client.id)
  known = [supportType.id, place.id, mentor.id, client.id, schedule.id, appointment.id]
  tokens = [undefined, await app.signIn(client), await app.signIn(mentor), await app.signIn(await makeAdmin(app.db))]
})
afterAll(() => app.close())

const nasty = fc.constantFrom<unknown>(
  '',
  ' ',
  'null',
  '\u0000',
  '\ud800',
  '🙂',
  'שלום',
  "' OR 1=1 --",
  '2026-03-29T01:30',
  '2026-10-25T01:30',
  '0000-01-01',
  '9999-12-31T23:59:59Z',
  '2026-12-01T09:00:00Z',
  'FREQ=SECONDLY',
  'FREQ=DAILY;COUNT=3',
  -1,
  0,
  1e308,
  2 ** 53,
  0.5,
  true,
  null,
  [],
  {},
  'x'.repeat(700),
)
const value = () => fc.oneof(nasty, fc.constantFrom(...known), fc.jsonValue(), fc.array(fc.constantFrom(...known), { maxLength: 3 }))

/** Plausible bodies: the call's own fields, each missing or with any value. */
function anyBody({ body }: Call): fc.Arbitrary<unknown> {
  const inner = body instanceof z.ZodOptional ? body.unwrap() : body
  const fields = inner instanceof z.ZodObject ? Object.keys(inner.shape) : []
  const record = fc.record(Object.fromEntries([...fields, 'unknown_field'].map(name => [name, value()])), { requiredKeys: [] })
  return fc.oneof({ weight: 4, arbitrary: record }, fc.jsonValue())
}

const textOf = (sent: unknown) => (typeof sent === 'string' ? sent : JSON.stringify(sent)).replaceAll(/\p{Cs}/gu, '')
const anyQuery = ({ query }: Call) =>
  fc.record(Object.fromEntries(Object.keys(query?.shape ?? {}).map(name => [name, value().map(textOf)])), { requiredKeys: [] })
/** An empty path parameter is another path. */
const segment = nasty.map(textOf).filter(text => text !== '')
const anyParams = ({ params }: Call) =>
  fc.record(Object.fromEntries(Object.keys(params?.shape ?? {}).map(name => [name, fc.oneof(fc.constantFrom(...known), segment)])))

/** An event stream has no end to wait for; an upload is not JSON. */
const streams = new Set([
  'GET /api/search-schedule/{support_type_id}/live',
  'GET /api/day/live',
  'GET /api/mentor-day/live',
  'POST /api/my-profile/photo',
  'POST /api/users/{id}/photo',
])

test.each(callNames.filter(name => !streams.has(name)))('%s answers anything with a documented status, never with a 500', async name => {
  const call: Call = calls[name]
  const documented = new Set([call.answer.status, ...refusalsOf(name, call).map(code => refusals[code].status)])
  await fc.assert(
    fc.asyncProperty(anyBody(call), anyQuery(call), anyParams(call), fc.constantFrom(...tokens), async (body, query, params, token) => {
      const { status, problem } = await app.request(name, {
        params,
        query: query as Record<string, string>,
        ...(!name.startsWith('GET') && body !== null && typeof body === 'object' && { body }),
        ...(token && { token }),
      })
      expect([status, status < 500 || problem]).toEqual([status, true])
      expect([...documented], `${name} answered ${status} ${problem?.code}`).toContain(status)
    }),
    { numRuns: isExhaustive ? 40 : 10 },
  )
})
