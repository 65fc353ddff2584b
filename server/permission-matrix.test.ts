import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { abilityNames } from '#contract/abilities.ts'
import { callNames, type Calls } from '#contract/calls.ts'
import {
  giveRole,
  makeAdmin,
  makeAppointment,
  makeContract,
  makeMentor,
  makePlace,
  makeSchedule,
  makeSession,
  makeSupportType,
  makeUser,
} from '#database/factories.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { askers, permissions, relations, type Asker, type Cell, type Relation, type Rule, type Thing } from './test-permissions.ts'

// Every call, asked by everybody, about one's own thing, another's and one that does not exist: exactly the refusals that the table declares.

let app: TestApp
let stage: { supportType: { id: string }; count: number } & Pick<Parameters<typeof makeSchedule>[1], 'supportType' | 'place'>
beforeAll(async () => {
  app = await startTestApp()
  stage = { supportType: await makeSupportType(app.db), place: await makePlace(app.db), count: 0 }
})
afterAll(() => app.close())

const nobody = '01900000-0000-7000-8000-000000000000'

/** A new person of that kind, so that no call can spoil another's cell; the visitor is somebody without a token. */
async function makeAsker(asker: Asker, { abilities }: Rule): Promise<{ id: string; token?: string }> {
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

/** A session of its own day, with one free and one taken time. */
async function makeBooked(mentor: { id: string }, clientId: string) {
  const date = new Date(Date.UTC(2027, 0, (stage.count += 1))).toISOString().slice(0, 10)
  const mentors = [mentor as Parameters<typeof makeSchedule>[1]['mentors'][number]]
  const { schedule, slots } = await makeSchedule(app.db, { ...stage, mentors, from: `${date}T09:00`, to: `${date}T10:00` })
  const appointment = await makeAppointment(app.db, slots[0]!.id, clientId)
  return { schedule, appointment }
}

/** An id of that thing, standing in that relation to the asker: a mentor's own appointment is one of their session, everybody else's their booking. */
const makers: Record<Thing, (owner: { id: string }, asker: Asker) => Promise<string>> = {
  async appointment(owner, asker) {
    const [mentor, client] = asker === 'mentor' ? [owner, await makeUser(app.db)] : [await makeMentor(app.db), owner]
    return (await makeBooked(mentor, client.id)).appointment.id
  },
  async schedule(owner, asker) {
    const mentor = asker === 'mentor' ? owner : await makeMentor(app.db)
    return (await makeBooked(mentor, (await makeUser(app.db)).id)).schedule.id
  },
  person: async owner => owner.id,
  async client(owner, asker) {
    if (asker !== 'mentor') return owner.id
    const client = await makeUser(app.db)
    await makeBooked(owner, client.id)
    return client.id
  },
  'support type': async () => (await makeSupportType(app.db)).id,
  async acceptance(owner) {
    const { version } = await makeContract(app.db)
    const acceptance = { user_id: owner.id, version_id: version.id, accepted_at: app.clock.now(), recorded_by: owner.id }
    return (await app.db.insertInto('acceptances').values(acceptance).returning('id').executeTakeFirstOrThrow()).id
  },
  async photo() {
    const photo = { type: 'image/webp', bytes: Buffer.from('photo') } as const
    return (await app.db.insertInto('photos').values(photo).returning('id').executeTakeFirstOrThrow()).id
  },
  async 'closed day'() {
    const closed = { place_id: (await makePlace(app.db)).id, date: '2027-01-01' }
    return (await app.db.insertInto('closed_days').values(closed).returning('id').executeTakeFirstOrThrow()).id
  },
  async 'time off'(owner) {
    const off = { mentor_id: owner.id, starts_at: '2026-12-01T09:00:00Z', ends_at: '2026-12-01T17:00:00Z' }
    return (await app.db.insertInto('time_off').values(off).returning('id').executeTakeFirstOrThrow()).id
  },
  async feedback(owner) {
    const { appointment } = await makeBooked(await makeMentor(app.db), owner.id)
    const said = { appointment_id: appointment.id, author_id: owner.id, type: 'client' } as const
    return (await app.db.insertInto('feedback').values(said).returning('id').executeTakeFirstOrThrow()).id
  },
  async question() {
    const question = { type: 'client', widget: 'text', prompt: 'How was it?', position: (stage.count += 1) } as const
    return (await app.db.insertInto('feedback_questions').values(question).returning('id').executeTakeFirstOrThrow()).id
  },
  place: async () => (await makePlace(app.db)).id,
  async 'waiting entry'(owner) {
    const wish = { user_id: owner.id, support_type_id: stage.supportType.id, from_date: '2027-01-01', to_date: '2027-01-02' }
    return (await app.db.insertInto('waiting_list').values(wish).returning('id').executeTakeFirstOrThrow()).id
  },
  contract: async () => (await makeContract(app.db)).contract.id,
  async role(owner) {
    return (await giveRole(app.db, owner.id, {})).id
  },
  async token(owner) {
    const token = { user_id: owner.id, token_hash: randomBytes(32), program: 'A program', expires_at: '2027-01-01T00:00:00Z' }
    const times = { created_at: app.clock.now(), last_used_at: app.clock.now() }
    return (
      await app.db
        .insertInto('sessions')
        .values({ ...token, ...times })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  },
  async session(owner) {
    await makeSession(app.db, owner.id, app.clock.now())
    return (
      await app.db.selectFrom('sessions').select('id').where('user_id', '=', owner.id).orderBy('id', 'desc').executeTakeFirstOrThrow()
    ).id
  },
}

async function idOf(relation: Relation, thing: Thing, asker: { id: string }, kind: Asker): Promise<string> {
  if (relation === 'none') return nobody
  return makers[thing](relation === 'own' ? asker : kind === 'mentor' ? await makeMentor(app.db) : await makeUser(app.db), kind)
}

const met = (status: number) => (status === 401 || status === 403 || status === 404 ? status : 'in')

/** Asks, and hangs up at the first byte: an event stream would never end. */
async function ask(name: keyof Calls, { query, body }: Rule, sent: Record<string, string>, token: string | undefined): Promise<number> {
  const [method, path] = name.split(' ') as ['GET', string]
  const [at = '', id] = Object.entries(sent)[0] ?? []
  const inBody = at.startsWith('body.') ? { [at.slice('body.'.length)]: id } : null
  const answer = await app.http.inject({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, (_, key: string) => sent[key] ?? nobody),
    query: path.includes('{') || inBody ? {} : { ...query, ...sent },
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(/POST|PUT/.test(method) && { payload: { ...body, ...inBody } }),
    payloadAsStream: true,
  })
  answer.stream().destroy()
  return answer.statusCode
}

test.each(callNames)('%s lets in whom the table says', async (name: keyof Calls) => {
  const rule = permissions[name]
  const { plain, names } = rule
  const declared: Record<string, Cell> = {}
  const found: Record<string, Cell> = {}
  const fill = async (kind: Asker, cell: Cell, relation?: Relation) => {
    const key = relation ? `${kind}, ${relation}` : kind
    declared[key] = cell
    const asker = await makeAsker(kind, rule)
    const sent = names && relation ? { [names.at]: await idOf(relation, names.thing, asker, kind) } : {}
    found[key] = met(await ask(name, rule, sent, asker.token))
  }
  await Promise.all(
    askers.flatMap(kind => [
      ...(plain ? [fill(kind, plain[kind])] : []),
      ...(names ? relations.map(relation => fill(kind, names.cells[relation][kind], relation)) : []),
    ]),
  )
  expect(found).toEqual(declared)
})
