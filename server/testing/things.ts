import { randomBytes, randomUUID } from 'node:crypto'
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
import { addressPlace } from '../features/busy-calendars/queries.ts'
import { secretPlace } from '../features/webhooks/delivery-commands.ts'
import { type TestApp, testSecrets } from './app.ts'
import type { Asker, Relation, Thing } from './permissions.ts'

/** An id that does not exist. */
const unknownId = '01900000-0000-7000-8000-000000000000'

/** Creates the objects that calls name, each with an owner. */
export async function openThings({ db, clock }: TestApp) {
  const stage = { supportType: await makeSupportType(db), place: await makePlace(db) }
  let count = 0

  /** A session of its own day, with one free and one taken time. */
  async function makeBooked(mentor: { id: string }, clientId: string) {
    const date = new Date(Date.UTC(2027, 0, (count += 1))).toISOString().slice(0, 10)
    const mentors = [mentor as Parameters<typeof makeSchedule>[1]['mentors'][number]]
    const { schedule, slots } = await makeSchedule(db, { ...stage, mentors, from: `${date}T09:00`, to: `${date}T10:00` })
    const [first] = slots
    if (!first) throw new Error('a session without times')
    const appointment = await makeAppointment(db, first.id, clientId)
    return { schedule, appointment }
  }

  async function makeFeed(owner: { id: string }, of: { kind: 'client' } | { kind: 'place'; place_id: string }) {
    const feed = { user_id: owner.id, token_hash: randomBytes(32), created_at: clock.now(), ...of }
    return (await db.insertInto('calendar_feeds').values(feed).returning('id').executeTakeFirstOrThrow()).id
  }

  async function makeWebhook() {
    // Switched off: what other questions change is none of its business.
    const off = { active: false, off_why: 'staff', off_at: clock.now() } as const
    const id = randomUUID()
    const webhook = {
      id,
      address: 'https://example.org/',
      events: ['client.created'],
      secret: testSecrets.seal(secretPlace(id, 'secret'), randomBytes(32)),
      created_at: clock.now(),
      ...off,
    }
    return (await db.insertInto('webhook_endpoints').values(webhook).returning('id').executeTakeFirstOrThrow()).id
  }

  async function makeProvider() {
    // Not a public address: it is never asked.
    const provider = { name: `Provider ${randomUUID()}`, issuer: 'https://127.0.0.1:1', client_id: 'openhour', created_at: clock.now() }
    return (await db.insertInto('identity_providers').values(provider).returning('id').executeTakeFirstOrThrow()).id
  }

  /**
   * The id of an object of that kind for its owner. A mentor's own appointment is one in their session;
   * other people's is their booking.
   */
  const makers: Record<Thing, (owner: { id: string }, asker: Asker) => Promise<string>> = {
    async appointment(owner, asker) {
      const [mentor, client] = asker === 'mentor' ? [owner, await makeUser(db)] : [await makeMentor(db), owner]
      return (await makeBooked(mentor, client.id)).appointment.id
    },
    async schedule(owner, asker) {
      const mentor = asker === 'mentor' ? owner : await makeMentor(db)
      return (await makeBooked(mentor, (await makeUser(db)).id)).schedule.id
    },
    person: async owner => owner.id,
    async client(owner, asker) {
      if (asker !== 'mentor') return owner.id
      const client = await makeUser(db)
      await makeBooked(owner, client.id)
      return client.id
    },
    async invitation(owner) {
      const inviter = await makeAdmin(db)
      await db
        .updateTable('invitations')
        .set({ revoked_at: clock.now() })
        .where('user_id', '=', owner.id)
        .where('accepted_at', 'is', null)
        .where('revoked_at', 'is', null)
        .execute()
      const invitation = { user_id: owner.id, token_hash: randomBytes(32), channel: 'print', invited_by: inviter.id } as const
      const times = { created_at: clock.now(), expires_at: new Date(clock.now().getTime() + 86_400_000) }
      return (
        await db
          .insertInto('invitations')
          .values({ ...invitation, ...times })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    },
    async passkey(owner) {
      // Two, so that one can be removed.
      const passkeys = [1, 2].map(() => ({
        user_id: owner.id,
        credential_id: randomBytes(32),
        public_key: randomBytes(77),
        counter: 0,
        synced: false,
        name: 'A passkey',
        created_at: clock.now(),
      }))
      return (await db.insertInto('passkeys').values(passkeys).returning('id').executeTakeFirstOrThrow()).id
    },
    async 'saved view'(owner) {
      const view = { user_id: owner.id, list: 'users', name: `View ${(count += 1)}`, params: '{}', created_at: clock.now() } as const
      return (await db.insertInto('saved_views').values(view).returning('id').executeTakeFirstOrThrow()).id
    },
    'support type': async () => (await makeSupportType(db)).id,
    async acceptance(owner) {
      const { version } = await makeContract(db)
      const acceptance = { user_id: owner.id, version_id: version.id, accepted_at: clock.now(), recorded_by: owner.id }
      return (await db.insertInto('acceptances').values(acceptance).returning('id').executeTakeFirstOrThrow()).id
    },
    async photo(owner) {
      const photo = { type: 'image/webp', bytes: Buffer.from('photo') } as const
      const { id } = await db.insertInto('photos').values(photo).returning('id').executeTakeFirstOrThrow()
      await db.updateTable('users').set({ photo_id: id }).where('id', '=', owner.id).execute()
      return id
    },
    async 'closed day'() {
      const closed = { place_id: (await makePlace(db)).id, date: '2027-01-01' }
      return (await db.insertInto('closed_days').values(closed).returning('id').executeTakeFirstOrThrow()).id
    },
    async 'weekly hours'() {
      const hours = {
        mentor_id: (await makeMentor(db)).id,
        place_id: (await makePlace(db)).id,
        slot_minutes: 30,
        break_minutes: 0,
        seats_per_slot: 1,
      }
      return (
        await db
          .insertInto('weekly_hours')
          .values({ ...hours, from_date: '2027-01-04' })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    },
    async 'hours proposal'(owner, asker) {
      const proposal = {
        mentor_id: asker === 'mentor' ? owner.id : (await makeMentor(db)).id,
        place_id: stage.place.id,
        ranges: JSON.stringify([{ weekday: 1, starts: '09:00', ends: '12:00', support_type_id: stage.supportType.id }]),
        slot_minutes: 30,
        break_minutes: 0,
        seats_per_slot: 1,
        from_date: '2027-01-04',
        created_at: clock.now(),
      }
      return (await db.insertInto('hours_proposals').values(proposal).returning('id').executeTakeFirstOrThrow()).id
    },
    async 'time off request'(owner, asker) {
      const mentor_id = asker === 'mentor' ? owner.id : (await makeMentor(db)).id
      const off = { mentor_id, starts_at: '2026-12-01T09:00:00Z', ends_at: '2026-12-01T17:00:00Z', created_at: clock.now() }
      return (await db.insertInto('time_off_requests').values(off).returning('id').executeTakeFirstOrThrow()).id
    },
    async 'time off'(owner) {
      const off = { mentor_id: owner.id, starts_at: '2026-12-01T09:00:00Z', ends_at: '2026-12-01T17:00:00Z' }
      return (await db.insertInto('time_off').values(off).returning('id').executeTakeFirstOrThrow()).id
    },
    async feedback(owner) {
      const { appointment } = await makeBooked(await makeMentor(db), owner.id)
      const said = { appointment_id: appointment.id, author_id: owner.id, type: 'client' } as const
      return (await db.insertInto('feedback').values(said).returning('id').executeTakeFirstOrThrow()).id
    },
    async question() {
      // Behind those that calls add, which take the next position.
      const question = { type: 'client', widget: 'text', prompt: 'How was it?', position: 1000 + (count += 1) } as const
      return (await db.insertInto('feedback_questions').values(question).returning('id').executeTakeFirstOrThrow()).id
    },
    place: async () => (await makePlace(db)).id,
    async message(owner) {
      const message = { kind: 'waiting_removed', user_id: owner.id, state: 'failed' } as const
      return (await db.insertInto('outbox').values(message).returning('id').executeTakeFirstOrThrow()).id
    },
    async 'waiting entry'(owner) {
      const input = { user_id: owner.id, support_type_id: stage.supportType.id, from_date: '2027-01-01', to_date: '2027-01-02' }
      return (await db.insertInto('waiting_list').values(input).returning('id').executeTakeFirstOrThrow()).id
    },
    async 'busy calendar'(owner) {
      const calendar = {
        mentor_id: owner.id,
        address: testSecrets.seal(addressPlace(owner.id), 'https://example.org/own.ics'),
        added_at: clock.now(),
        due_at: clock.now(),
      }
      await db
        .insertInto('busy_calendars')
        .values(calendar)
        .onConflict(conflict => conflict.column('mentor_id').doNothing())
        .execute()
      return owner.id
    },
    calendar: owner => makeFeed(owner, { kind: 'client' }),
    "place's calendar": async owner => makeFeed(owner, { kind: 'place', place_id: (await makePlace(db)).id }),
    webhook: makeWebhook,
    'identity provider': makeProvider,
    async 'provider account'(owner) {
      const account = { provider_id: await makeProvider(), subject: randomUUID(), user_id: owner.id }
      const times = { linked_at: clock.now(), last_seen_at: clock.now() }
      return (
        await db
          .insertInto('provider_accounts')
          .values({ ...account, ...times })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    },
    async 'webhook delivery'() {
      const times = { created_at: clock.now(), due_at: clock.now(), settled_at: clock.now() }
      const what = { event_id: randomUUID(), kind: 'webhook.test', data: '{}', state: 'failed' } as const
      const delivery = { endpoint_id: await makeWebhook(), ...what, ...times }
      return (await db.insertInto('webhook_deliveries').values(delivery).returning('id').executeTakeFirstOrThrow()).id
    },
    contract: async () => (await makeContract(db)).contract.id,
    async role(owner) {
      return (await giveRole(db, owner.id, {})).id
    },
    async token(owner) {
      const token = { user_id: owner.id, token_hash: randomBytes(32), program: 'A program', expires_at: '2027-01-01T00:00:00Z' }
      const times = { created_at: clock.now(), last_used_at: clock.now() }
      return (
        await db
          .insertInto('sessions')
          .values({ ...token, ...times })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    },
    async session(owner) {
      await makeSession(db, owner.id, clock.now())
      return (await db.selectFrom('sessions').select('id').where('user_id', '=', owner.id).orderBy('id', 'desc').executeTakeFirstOrThrow())
        .id
    },
  }

  return {
    unknownId,
    /** The id of an object: the caller's own, another person's of the same kind, or one that does not exist. */
    async make(thing: Thing, relation: Relation, asker: { id: string } | undefined, kind: Asker): Promise<string> {
      if (relation === 'none') return unknownId
      return makers[thing](asker ?? (kind === 'mentor' ? await makeMentor(db) : await makeUser(db)), kind)
    },
  }
}
export type Things = Awaited<ReturnType<typeof openThings>>
