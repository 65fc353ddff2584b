import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { abilityNames, type AbilityName } from '#contract/abilities.ts'
import type { Call } from '#contract/call.ts'
import { callNames, calls, type Calls } from '#contract/calls.ts'
import { makeAdmin, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { askCall, cellOf } from '../testing/ask-call.ts'
import { isExhaustive } from '../testing/exhaustive.ts'
import { tablesChanged, takeFingerprint } from '../testing/fingerprint.ts'
import {
  askers,
  cellAlone,
  permissions,
  relations,
  type Asker,
  type Cell,
  type Named,
  type Relation,
  type Rule,
} from '../testing/permissions.ts'
import { openThings, type Things } from '../testing/things.ts'

// Every call by every kind of caller, about their own object, another person's and one that does not
// exist, has exactly the refusals of the table. Refused calls and reads write nothing, except the access
// log.

let app: TestApp
let things: Things
/** A session with enough free seats. */
let session: { schedule_id: string; starts_at: string }
/** An administrator with only this ability. */
const withAlone = new Map<AbilityName, string>()

beforeAll(async () => {
  app = await startTestApp()
  // A person whom both searches find.
  await makeUser(app.db, { name: 'Jo Found', phone: '+447700111900' })
  things = await openThings(app)
  const { schedule, slots } = await makeSchedule(app.db, {
    supportType: await makeSupportType(app.db),
    place: await makePlace(app.db),
    mentors: [await makeMentor(app.db)],
    from: '2026-12-24T09:00',
    to: '2026-12-24T09:30',
    seats: 500,
  })
  session = { schedule_id: schedule.id, starts_at: slots[0]!.starts_at }
  for (const ability of abilityNames) withAlone.set(ability, await app.signIn(await makeAdmin(app.db, [ability])))
})
afterAll(() => app.close())

interface Person {
  id: string
  token?: string
}

/** A new caller of that kind; the visitor has no token. */
async function makeAsker(asker: Asker, { abilities }: Rule): Promise<Person> {
  const { db } = app
  const make = {
    visitor: () => makeUser(db),
    client: () => makeUser(db),
    mentor: () => makeMentor(db),
    holder: () => makeAdmin(db, abilities.slice(0, 1)),
    lacking: () =>
      makeAdmin(
        db,
        abilityNames.filter(name => !abilities.includes(name)),
      ),
    everything: () => makeAdmin(db),
  }
  const { id } = await make[asker]()
  return asker === 'visitor' ? { id } : { id, token: await app.signIn({ id }) }
}

/** One call, and the result that the table declares. */
interface Question {
  key: string
  cell: Cell
  asker: Asker
  at?: { named: Named; relation: Relation }
  /** Called with only this ability, instead of as a person of that kind. */
  ability?: AbilityName
}

/**
 * The abilities that are tried alone: the row's, and of the others one that differs from row to row; or all. The
 * caller who lacks the row's has all the others.
 */
const triedAlone = ({ abilities, shownBy = [] }: Rule, row: number): readonly AbilityName[] =>
  isExhaustive
    ? abilityNames
    : abilityNames.filter((name, index) => abilities.includes(name) || shownBy.includes(name) || index === row % abilityNames.length)

function questionsOf(rule: Rule, row: number): Question[] {
  const { plain, names = [] } = rule
  const byKind = askers.flatMap((asker): Question[] => [
    ...(plain ? [{ key: asker, asker, cell: plain[asker] }] : []),
    ...names.flatMap(named =>
      relations.map(relation => ({
        key: `${asker}, ${relation} at ${named.at}`,
        asker,
        cell: named.cells[relation][asker],
        at: { named, relation },
      })),
    ),
  ])
  const byAbility = triedAlone(rule, row).flatMap((ability): Question[] => [
    ...(plain ? [{ key: `${ability} alone`, asker: 'holder', ability, cell: cellAlone(rule, ability, plain) } as const] : []),
    ...names.map(named => ({
      key: `${ability} alone, other at ${named.at}`,
      asker: 'holder' as const,
      ability,
      cell: cellAlone(rule, ability, named.cells.other),
      at: { named, relation: 'other' as const },
    })),
  ])
  // Calls for all signed-in people do not depend on abilities.
  return [...byKind, ...byAbility.filter(({ cell, ability }) => cell !== 'in' || rule.abilities.includes(ability as AbilityName))]
}

const ask = async (name: keyof Calls, rule: Rule, sent: Record<string, string>, token: string | undefined): Promise<Cell> =>
  cellOf((await askCall(app, name, rule, { sent, unknownId: things.unknownId, session }, token)).status)

/** Computed once per key. */
function once<Value>(make: (key: string) => Promise<Value>) {
  const made = new Map<string, Promise<Value>>()
  return (key: string) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

/** People and objects for calls that change nothing, so that the calls can share them. */
function sharing(rule: Rule) {
  const asker = once(kind => makeAsker(kind as Asker, rule))
  const ids = new Map<Named, (key: string) => Promise<string>>()
  return async ({ asker: kind, ability, at }: Question): Promise<{ token: string | undefined; sent: Record<string, string> }> => {
    const person = ability ? { token: withAlone.get(ability) } : await asker(kind)
    if (!at) return { token: person.token, sent: {} }
    const { named, relation } = at
    const idOf =
      ids.get(named) ??
      once(async key => {
        const [whose, of] = key.split(' ') as [Relation, Asker]
        return things.make(named.thing, whose, whose === 'own' ? await asker(of) : undefined, of)
      })
    ids.set(named, idOf)
    const of = relation === 'own' ? kind : kind === 'mentor' ? 'mentor' : 'client'
    return { token: person.token, sent: { [named.at]: await idOf(`${relation} ${of}`) } }
  }
}

/** Files whose routes log by themselves whom they show. */
const files = new Set<keyof Calls>([
  'GET /api/appointments/{id}/calendar',
  'GET /api/assigned-users/export',
  'GET /api/audit/export',
  'GET /api/dashboard/{list}/export',
  'GET /api/invitations/export',
  'GET /api/legally-binding-contract/{id}/acceptances/export',
  'GET /api/legally-binding-contract/{id}/missing/export',
  'GET /api/messages/export',
  'GET /api/users/export',
  'GET /api/waiting-list/export',
])

/** Reads that write the access log. No other read writes. */
const looks = new Set<keyof Calls>([
  'GET /api/my-profile',
  'GET /api/appointments/{id}',
  'GET /api/appointments/{id}/edit',
  'GET /api/previous-history',
  'GET /api/appointment-feedback/{id}',
  'GET /api/acceptances/{id}',
  'GET /api/find',
  'GET /api/find-users',
  'GET /api/users/{id}',
  'GET /api/users/{id}/edit',
  'GET /api/users/{id}/record',
  'GET /api/users/{id}/export',
])

test('the fingerprint shows what is written, though it be the same again', async () => {
  const { db } = app
  const { id } = await makeUser(db)
  const steps = {
    'the same again': () => db.updateTable('users').set({ note: '' }).where('id', '=', id),
    another: () => db.insertInto('photos').values({ type: 'image/webp', bytes: Buffer.from('x') }),
    'one less': () => db.deleteFrom('photos'),
    nothing: () => db.deleteFrom('photos'),
  }
  const found: unknown[] = []
  for (const [step, change] of Object.entries(steps)) {
    const before = await takeFingerprint(db)
    await change().execute()
    found.push([step, tablesChanged(before, await takeFingerprint(db))])
  }
  expect(found).toEqual([
    ['the same again', ['users']],
    ['another', ['photos']],
    ['one less', ['photos']],
    ['nothing', []],
  ])
})

describe.each(callNames)('%s', name => {
  const rule = permissions[name]
  const isRead = name.startsWith('GET')

  test('admits exactly the callers of the table, and a refused call or a read writes nothing', async () => {
    const questions = questionsOf(rule, callNames.indexOf(name))
    const harmless = questions.filter(({ cell }) => isRead || cell !== 'in')
    const share = sharing(rule)
    const prepared = await Promise.all(harmless.map(async question => [question, await share(question)] as const))
    const before = await takeFingerprint(app.db)
    const found = Object.fromEntries(
      await Promise.all(prepared.map(async ([{ key }, { sent, token }]) => [key, await ask(name, rule, sent, token)] as const)),
    )
    const changed = tablesChanged(before, await takeFingerprint(app.db))

    // A new caller and a new object for each, because an accepted call may change it.
    const writes = questions.filter(question => !harmless.includes(question))
    await Promise.all(
      writes.map(async question => {
        const { sent, token } = await sharing(rule)(question)
        found[question.key] = await ask(name, rule, sent, token)
      }),
    )
    expect(found).toEqual(Object.fromEntries(questions.map(({ key, cell }) => [key, cell])))
    const call: Call = calls[name]
    // Access to a list is logged if it shows a person; access-log.test.ts checks when it must.
    const mayLog = !looks.has(name) && (call.shows !== undefined || files.has(name))
    expect(changed.filter(table => !(mayLog && table === 'record_views'))).toEqual(looks.has(name) ? ['record_views'] : [])
  })

  test('has a row that agrees with the contract and names every id that it takes', () => {
    const call: Call = calls[name]
    const { plain, names = [], mentions = [], abilities } = rule
    const cells = [...(plain ? [plain] : []), ...names.flatMap(named => Object.values(named.cells))]
    const cellsOf = (asker: Asker) => [...new Set(cells.map(each => each[asker]))]
    for (const [asker, met] of atTheGate(call)) expect([asker, cellsOf(asker)]).toEqual([asker, met])
    if (typeof call.access === 'object') expect(abilities).toContain(call.access.ability)
    expect([...names.map(({ at }) => at), ...mentions].toSorted()).toEqual(idsOf(call))
  })
})

/** Callers whom the gate refuses by the contract alone, before any lookup. */
function atTheGate({ access }: Call): [Asker, Cell[]][] {
  if (access === 'public') return []
  if (access === 'person') return [['visitor', [401]]]
  const refused = (['client', access === 'mentor' ? 'everything' : 'mentor', 'lacking'] as const).map((asker): [Asker, Cell[]] => [
    asker,
    [403],
  ])
  return [['visitor', [401]], ...refused]
}

interface JsonSchema {
  format?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

/** Where a call's input contains ids: `id`, `body.user_id`. */
function idsOf({ params, query, body }: Call): string[] {
  const walk = ({ format, properties = {}, items, anyOf = [], oneOf = [] }: JsonSchema, at: string): string[] => [
    ...(format === 'uuid' ? [at] : []),
    ...Object.entries(properties).flatMap(([key, inner]) => walk(inner, at ? `${at}.${key}` : key)),
    ...[...(items ? [items] : []), ...anyOf, ...oneOf].flatMap(inner => walk(inner, at)),
  ]
  const of = (schema: z.ZodType | undefined, at = '') =>
    schema ? walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, at) : []
  return [...new Set([...of(params), ...of(query), ...of(body, 'body')])].toSorted()
}
