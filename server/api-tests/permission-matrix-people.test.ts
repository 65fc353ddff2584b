import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { abilityGroups, abilityNames } from '#contract/abilities.ts'
import type { Call } from '#contract/call.ts'
import { callNames, calls, type Calls } from '#contract/calls.ts'
import {
  giveRole,
  makeAdmin,
  makeAppointment,
  makeMentor,
  makePlace,
  makeSchedule,
  makeSessions,
  makeSupportType,
  makeUser,
} from '#database/factories.ts'
import { hashToken, newToken } from '../platform/session-gate.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { askCall, cellOf } from '../testing/ask-call.ts'
import { isExhaustive } from '../testing/exhaustive.ts'
import { cellAlone, permissions, type Cell, type Named, type Thing } from '../testing/permissions.ts'
import { openThings, type Things } from '../testing/things.ts'

// Every call, asked by people whose rights have ended, or are less than they look. The expectation is not
// the table of permissions but another person: a former mentor meets exactly what a client without any
// relation meets, a deactivated person what a visitor meets.

let app: TestApp
let things: Things
let supportType: Awaited<ReturnType<typeof makeSupportType>>
let place: Awaited<ReturnType<typeof makePlace>>
/** With a seat for every caller. */
let session: { schedule_id: string; starts_at: string }
let administrator: string

type Person = { id: string }

beforeAll(async () => {
  app = await startTestApp()
  things = await openThings(app)
  supportType = await makeSupportType(app.db)
  place = await makePlace(app.db)
  const wide = { supportType, place, mentors: [await makeMentor(app.db)], from: '2026-12-24T09:00', to: '2026-12-24T09:30', seats: 500 }
  const { schedule, slots } = await makeSchedule(app.db, wide)
  session = { schedule_id: schedule.id, starts_at: slots[0]!.starts_at }
  administrator = await app.signIn(await makeAdmin(app.db))
})
afterAll(() => app.close())

/** Words in all texts about these clients. */
const secret = 'zq7-in-confidence'

interface Case {
  mentor: Person
  client: Person
  appointment: Person
  ids: Partial<Record<Thing, string>>
}

let days = 0

/**
 * A mentor with a client, their appointment, an object of every kind that belongs to the client, and the
 * mentor's times.
 */
async function makeCase(mentor: Awaited<ReturnType<typeof makeMentor>>, date?: string): Promise<Case> {
  const { db } = app
  const photo = { type: 'image/webp', bytes: Buffer.from('photo') } as const
  const { id: photo_id } = await db.insertInto('photos').values(photo).returning('id').executeTakeFirstOrThrow()
  const client = await makeUser(db, { name: `Client ${secret}`, email: `${(days += 1)}@${secret}.example`, photo_id })
  const on = date ?? new Date(Date.UTC(2027, 2, days)).toISOString().slice(0, 10)
  const { schedule, slots } = await makeSchedule(db, { supportType, place, mentors: [mentor], from: `${on}T09:00`, to: `${on}T10:00` })
  const appointment = await makeAppointment(db, slots[0]!.id, client.id, {
    questions: [secret],
    ...(date !== undefined && { status: 'fulfilled' }),
  })
  const own = new Map<Thing, string>([
    ['appointment', appointment.id],
    ['schedule', schedule.id],
    ['client', client.id],
    ['person', client.id],
    ['photo', photo_id],
  ])
  for (const thing of ['time off', 'busy calendar'] as const) own.set(thing, await things.make(thing, 'own', mentor, 'mentor'))
  for (const { thing } of callNames.flatMap(name => permissions[name].names ?? []))
    if (!own.has(thing)) own.set(thing, await things.make(thing, 'own', client, 'client'))
  return { mentor, client, appointment, ids: Object.fromEntries(own) }
}

const namesMentor = ({ thing, at }: Named): boolean => thing === 'person' && /user$|mentor_id$/.test(at)
/** In a call that names a mentor, the person is the case's mentor, otherwise the client. */
const idIn = ({ ids, mentor }: Case, named: Named): string => (namesMentor(named) ? mentor.id : (ids[named.thing] as string))

interface Question {
  key: string
  name: keyof Calls
  named?: Named
}

/** Called last, because it ends the caller's other sessions. */
const last: keyof Calls = 'DELETE /api/my-profile/sessions'
const questions: Question[] = [...callNames.filter(name => name !== last), last].flatMap((name): Question[] => [
  ...(permissions[name].plain ? [{ key: name, name }] : []),
  ...(permissions[name].names ?? []).map(named => ({ key: `${name}, ${named.thing} at ${named.at}`, name, named })),
])

type Found = Record<string, string>

/**
 * The result of each call about the case's objects: the status, and whether data of the client was shown.
 */
async function askEach(of: Case, tokens: readonly (string | undefined)[], asked: readonly Question[] = questions): Promise<Found> {
  const found: Found = {}
  const one = async ({ key, name, named }: Question) => {
    const sent: Record<string, string> = named ? { [named.at]: idIn(of, named) } : {}
    const token = tokens[questions.findIndex(question => question.key === key)]
    const { status, text } = await askCall(app, name, permissions[name], { sent, unknownId: things.unknownId, session }, token)
    found[key] = `${status}${text.includes(secret) ? ', and something of the client' : ''}`
  }
  for (let at = 0; at < asked.length; at += 25) {
    const some = asked.slice(at, at + 25)
    await Promise.all(some.filter(({ name }) => name !== last).map(one))
  }
  for (const question of asked) if (question.name === last) await one(question)
  return found
}

/** One session per call, because some calls end it. */
const signInForEach = ({ id }: Person) => makeSessions(app.db, id, app.clock.now(), questions.length)

/** One program token per call. */
async function makePrograms({ id }: Person, read_only: boolean): Promise<string[]> {
  const tokens = questions.map(() => newToken())
  const times = { created_at: app.clock.now(), last_used_at: app.clock.now(), expires_at: '2027-12-01T00:00:00Z' }
  const each = { user_id: id, program: 'A program', read_only, ...times }
  await app.db
    .insertInto('sessions')
    .values(tokens.map(token => ({ ...each, token_hash: hashToken(token) })))
    .execute()
  return tokens
}

/** Removes every role of a person, as an administrator does; their sessions continue. */
async function takeRoles({ id }: Person) {
  const body = { user_id: id, role_ids: [] }
  expect((await app.request('POST /api/role-assign-update', { token: administrator, body })).status).toBe(200)
  app.clock.advance(1000)
}

const shown = (found: Found) => Object.entries(found).filter(([, met]) => met.includes('something'))
const stranger = async (of: Case) => askEach(of, await signInForEach(await makeUser(app.db)))

describe('at every call', () => {
  test('the control: a mentor of today reaches the client, and the questions name something real', async () => {
    const of = await makeCase(await makeMentor(app.db))
    const found = await askEach(of, await signInForEach(of.mentor))
    expect(shown(found).map(([key]) => key)).toEqual(
      expect.arrayContaining([
        'GET /api/appointments/{id}, appointment at id',
        'GET /api/mentor-appointments, schedule at schedule_id',
        'GET /api/previous-history, client at user_id',
      ]),
    )
  })

  test('the control: an administrator is shown the client by many of them', async () => {
    const of = await makeCase(await makeMentor(app.db))
    const everything = await askEach(
      of,
      await signInForEach(await makeAdmin(app.db)),
      questions.filter(({ name }) => name.startsWith('GET')),
    )
    expect(shown(everything).length).toBeGreaterThan(15)
  })

  test('a former mentor reaches nothing that a client without any relation does not', async () => {
    const of = await makeCase(await makeMentor(app.db))
    const tokens = await signInForEach(of.mentor)
    await takeRoles(of.mentor)
    const found = await askEach(of, tokens)
    expect(found).toEqual(await stranger(of))
    expect(shown(found)).toEqual([])
  })

  test('a person whose every role was taken a second ago reaches nothing that a client does not', async () => {
    const of = await makeCase(await makeMentor(app.db))
    await giveRole(app.db, of.mentor.id, { abilities: ['*'], opens_admin: true })
    const tokens = await signInForEach(of.mentor)
    await takeRoles(of.mentor)
    const found = await askEach(of, tokens)
    expect(found).toEqual(await stranger(of))
    expect(shown(found)).toEqual([])
  })

  test('a deactivated person’s live token reaches nothing that a visitor does not', async () => {
    const of = await makeCase(await makeMentor(app.db))
    await giveRole(app.db, of.mentor.id, { abilities: ['*'], opens_admin: true })
    const tokens = [await signInForEach(of.mentor), await makePrograms(of.mentor, false)]
    await app.db.updateTable('users').set({ active: false }).where('id', '=', of.mentor.id).execute()
    const visitor = await askEach(of, [])
    for (const each of tokens) expect(await askEach(of, each)).toEqual(visitor)
    expect(shown(visitor)).toEqual([])
  })

  /** The mentor's own data in a case, which is no record of the client. */
  const isMentors = ({ named }: Question) =>
    named !== undefined &&
    (['schedule', 'time off', 'busy calendar'].includes(named.thing) ||
      idIn({ ids: {}, mentor: { id: 'mentor' } } as Case, named) === 'mentor')
  const ofClient = questions.filter(question => !isMentors(question))

  test('a mentor whose client cancelled reaches nothing of the client that another mentor does not', async () => {
    const of = await makeCase(await makeMentor(app.db))
    const cancelling = { token: await app.signIn(of.client), params: { id: of.appointment.id } }
    expect((await app.request('POST /api/appointments/{id}/cancel', cancelling)).status).toBe(200)
    const found = await askEach(of, await signInForEach(of.mentor))
    expect(shown(found)).toEqual([])
    const other = await askEach(of, await signInForEach(await makeMentor(app.db)), ofClient)
    expect(Object.fromEntries(ofClient.map(({ key }) => [key, found[key]]))).toEqual(other)
  })

  test('a mentor whose access days are over reaches nothing of the client that another mentor does not', async () => {
    // 203 days before today.
    const of = await makeCase(await makeMentor(app.db), '2026-05-01')
    const found = await askEach(of, await signInForEach(of.mentor))
    expect(shown(found)).toEqual([])
    const other = await askEach(of, await signInForEach(await makeMentor(app.db)), ofClient)
    expect(Object.fromEntries(ofClient.map(({ key }) => [key, found[key]]))).toEqual(other)
  })

  test.each([['reads', true] as const, ['writes', false] as const])(
    'a program that %s for a former mentor and administrator reaches nothing that a client’s program does not',
    async (_, readOnly) => {
      const of = await makeCase(await makeMentor(app.db))
      await giveRole(app.db, of.mentor.id, { abilities: ['*'], opens_admin: true })
      const tokens = await makePrograms(of.mentor, readOnly)
      await takeRoles(of.mentor)
      const found = await askEach(of, tokens)
      expect(found).toEqual(await askEach(of, await makePrograms(await makeUser(app.db), readOnly)))
      expect(shown(found)).toEqual([])
    },
  )

  test.each(['mentor', 'administrator'])('a %s’s program that reads changes nothing, and reads no more than the person', async kind => {
    const of = await makeCase(await makeMentor(app.db))
    const asker = kind === 'mentor' ? of.mentor : await makeAdmin(app.db)
    const found = await askEach(of, await makePrograms(asker, true))
    const reads = questions.filter(({ name }) => name.startsWith('GET'))
    const inPerson = await askEach(of, await signInForEach(asker), reads)
    const expected = questions.map(({ key, name }) => {
      const { access, byHand }: Call = calls[name]
      if (access === 'public') return [key, found[key]]
      return [key, byHand || !name.startsWith('GET') ? '403' : inPerson[key]]
    })
    expect(found).toEqual(Object.fromEntries(expected))
  })

  describe('one ability alone, without the administration,', () => {
    let of: Case
    beforeAll(async () => {
      of = await makeCase(await makeMentor(app.db))
    })

    // One of each group, or all.
    const tried = isExhaustive ? abilityNames : Object.values(abilityGroups).map(group => group[0])
    test.each(tried)('opens its own calls and no other: %s', async ability => {
      const person = await makeUser(app.db)
      await giveRole(app.db, person.id, { abilities: [ability] })
      const token = await app.signIn(person)
      const expected: Record<string, Cell> = {}
      for (const { key, name, named } of questions) {
        const rule = permissions[name]
        const ofPerson = named && namesMentor(named) ? named.mentorCells : undefined
        const cells = ofPerson ?? (named ? named.cells.other : rule.plain)
        // Without the ability, the person is a client.
        const cell = cells && (rule.abilities.length === 0 ? cells.client : cellAlone(rule, ability, cells))
        // The other permission test makes the permitted changes.
        if (cell && (cell !== 'in' || name.startsWith('GET'))) expected[key] = cell
      }
      const asked = questions.filter(({ key }) => key in expected)
      const found = await askEach(
        of,
        questions.map(() => token),
        asked,
      )
      expect(Object.fromEntries(Object.entries(found).map(([key, met]) => [key, cellOf(Number.parseInt(met, 10))]))).toEqual(expected)
    })
  })
})
