import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Calls } from '#contract/calls.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import {
  makeAdmin,
  makeAppointment,
  makeContract,
  makeMentor,
  makePlace,
  makeSchedule,
  makeSupportType,
  makeUser,
} from '#database/factories.ts'
import type { TestApp } from './app.ts'
import { openThings } from './things.ts'

export type Write = Exclude<keyof Calls, `GET ${string}`>

/** A valid request about a new object; sent by an administrator with `*`, or with `token`. */
interface Sample {
  params?: Record<string, string>
  body?: object
  token?: string | null
  /** The refusal that it still gets; other tests cover its success. */
  butFor?: RefusalCode
}

const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const usedCredential = {
  ...credential,
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: null },
}
const newCredential = { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'AAAA' } }

/** A valid request for every call that writes. A call without one does not compile. */
export async function openWrites(app: TestApp): Promise<{ token: string; samples: Record<Write, () => Promise<Sample>> }> {
  const { db } = app
  const things = await openThings(app)
  const token = await app.signIn(await makeAdmin(db))
  const supportType = await makeSupportType(db)
  const place = await makePlace(db)
  let count = 0
  const unique = (prefix: string) => `${prefix} ${(count += 1)}`
  const phone = () => `+44770${String(2_000_000 + (count += 1))}`
  const email = () => `person${(count += 1)}@example.org`

  const on = (thing: Parameters<typeof things.make>[0], body?: object) => async (): Promise<Sample> => ({
    params: { id: await things.make(thing, 'other', undefined, 'client') },
    ...(body && { body }),
  })
  const bare = (body: () => object | Promise<object>) => async (): Promise<Sample> => ({ body: await body() })
  /** Something that belongs to the caller only. */
  const own =
    (thing: Parameters<typeof things.make>[0], rest: Sample = {}) =>
    async (): Promise<Sample> => {
      const user = await makeUser(db)
      return { params: { id: await things.make(thing, 'own', user, 'client') }, token: await app.signIn(user), ...rest }
    }
  const client =
    (rest: Sample | (() => Promise<Sample>) = {}) =>
    async (): Promise<Sample> => ({
      token: await app.signIn(await makeUser(db)),
      ...(typeof rest === 'function' ? await rest() : rest),
    })

  /** A session of its own mentor and day, its first time booked. */
  const booked = async (fields: Parameters<typeof makeAppointment>[3] = {}) => {
    const date = new Date(Date.UTC(2028, 0, (count += 1))).toISOString().slice(0, 10)
    const mentors = [await makeMentor(db, {}, [supportType.id])]
    const { schedule, slots } = await makeSchedule(db, { supportType, place, mentors, from: `${date}T09:00`, to: `${date}T10:00` })
    const [taken, free] = slots
    if (!taken || !free) throw new Error('a session without times')
    const user = await makeUser(db)
    const appointment = await makeAppointment(db, taken.id, user.id, fields)
    return { schedule, appointment, free, user }
  }
  /** A client with an appointment whom staff can still invite. */
  const bookedWithoutAccount = async () => {
    const { id } = (await booked()).user
    await db.updateTable('users').set({ phone_verified_at: null }).where('id', '=', id).execute()
    return id
  }
  const plan = async () => {
    const date = new Date(Date.UTC(2029, 0, (count += 1))).toISOString().slice(0, 10)
    return {
      support_type_id: supportType.id,
      place_id: place.id,
      mentor_ids: [(await makeMentor(db, {}, [supportType.id])).id],
      starts_at: `${date}T09:00`,
      ends_at: `${date}T10:00`,
      slot_minutes: 30,
    }
  }
  const draft = async () => {
    const date = new Date(Date.UTC(2030, 0, (count += 1))).toISOString().slice(0, 10)
    const mentors = [await makeMentor(db, {}, [supportType.id])]
    const session = { supportType, place, mentors, from: `${date}T09:00`, to: `${date}T10:00`, fields: { status: 'draft' as const } }
    return (await makeSchedule(db, session)).schedule.id
  }
  /** One object as an item of a batch. */
  const listed = async (thing: Parameters<typeof things.make>[0]) => [{ id: await things.make(thing, 'other', undefined, 'client') }]
  /** A body about one request. */
  const requests = (body: object) =>
    bare(async () => ({ ...body, appointments: [{ id: (await booked({ status: 'pending' })).appointment.id, revision: 1 }] }))
  /** A body about one session of the list. */
  /** A body that undoes what the call has just done. */
  const undoing = (
    call:
      | 'POST /api/appointments/status'
      | 'POST /api/reassigning'
      | 'POST /api/schedules/cancel'
      | 'POST /api/schedules/change'
      | 'POST /api/schedules/publish'
      | 'POST /api/users/deactivate'
      | 'POST /api/waiting-list/remove',
    body: () => Promise<object>,
  ) => bare(async () => ({ undo: (await app.request(call, { token, body: await body() })).body.undo }))
  const invitations = async () => ({ ids: [await things.make('invitation', 'other', undefined, 'client')] })
  const reassignment = async () => {
    const { schedule, appointment } = await booked()
    const decision = { appointment_id: appointment.id, revision: appointment.revision, action: 'cancel' }
    return { schedule_id: schedule.id, decisions: [decision], reason: 'Ill.' }
  }
  const bulk = (body: () => Promise<object>) => bare(async () => ({ ...(await body()), sessions: [{ id: await draft(), revision: 1 }] }))
  /** A session of a series, and a body about it. */
  const series = (body: object) => async (): Promise<Sample> => {
    const id = await draft()
    await db
      .updateTable('schedules')
      .set({ series_id: sql`new_id()` })
      .where('id', '=', id)
      .execute()
    const { revision } = await db.selectFrom('schedules').select('revision').where('id', '=', id).executeTakeFirstOrThrow()
    return { params: { id }, body: { ...body, sessions: [{ id, revision }] } }
  }
  /** A booked session, as an item of a list. */
  const bookedSession = async () => {
    const { id } = (await booked()).schedule
    const row = await db.selectFrom('schedules').select(['revision', 'starts_at']).where('id', '=', id).executeTakeFirstOrThrow()
    const date = new Date(row.starts_at).toISOString().slice(0, 10)
    return { date, session: { id, revision: row.revision } }
  }
  const join = async (number: string) => {
    const { body } = await app.request('POST /api/join', { body: { phone: number } })
    return { phone: number, code: body.demo_code as string }
  }
  const password = 'nine green bottles on a wall'
  const register = async () => {
    const number = phone()
    const { body } = await app.request('POST /api/confirm', { body: await join(number) })
    return { number, body: { registration_ticket: body.registration_ticket as string, name: unique('Client'), password } }
  }
  const registered = async () => {
    const { number, body } = await register()
    return { number, token: (await app.request('POST /api/register', { body })).body.token as string }
  }
  const fresh = async (fields = {}) => (await makeUser(db, fields)).id
  const newRole = async () =>
    (
      await db
        .insertInto('roles')
        .values({ name: unique('Post') })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const retired = async (table: 'places' | 'support_types', id: string) => {
    await db.updateTable(table).set({ active: false }).where('id', '=', id).execute()
    return id
  }
  const all = async (table: 'support_types') => (await db.selectFrom(table).select('id').execute()).map(({ id }) => id)

  const samples: Record<Write, () => Promise<Sample>> = {
    'POST /api/join': async () => ({ body: { phone: phone() }, token: null }),
    'POST /api/confirm': async () => ({ body: await join(phone()), token: null }),
    'POST /api/confirm/identity': async () => ({ body: { login_ticket: 'x', name: 'Jo' }, token: null, butFor: 'login_expired' }),
    'POST /api/register': async () => ({ body: (await register()).body, token: null }),
    'POST /api/login': async () => ({ body: { phone: (await registered()).number, password }, token: null }),
    'POST /api/login/confirm': async () => ({ body: { login_ticket: 'x', code: '000000' }, token: null, butFor: 'login_expired' }),
    'POST /api/login/passkey/options': async () => ({ token: null }),
    'POST /api/login/passkey': async () => ({ body: { credential: usedCredential }, token: null, butFor: 'wrong_passkey' }),
    'POST /api/login/confirm/passkey/options': async () => ({ body: { login_ticket: 'x' }, token: null, butFor: 'login_expired' }),
    'POST /api/login/confirm/passkey': async () => ({
      body: { login_ticket: 'x', credential: newCredential },
      token: null,
      butFor: 'login_expired',
    }),
    'POST /api/my-profile/passkeys/options': client(),
    'POST /api/my-profile/passkeys': client({ body: { credential: newCredential }, butFor: 'wrong_passkey' }),
    'PUT /api/my-profile/passkeys/{id}': own('passkey', { body: { name: 'My phone' } }),
    'DELETE /api/my-profile/passkeys/{id}': own('passkey'),
    'POST /api/my-profile/recovery-codes': client({ butFor: 'no_authenticator' }),
    'POST /api/my-session/confirm': async () => ({ body: { password }, token: (await registered()).token }),
    'POST /api/my-session/confirm/passkey/options': client(),
    'POST /api/my-session/confirm/code': client(),
    'POST /api/login/emergency': async () => ({ body: { token: 'x', password }, token: null, butFor: 'not_found' }),
    'POST /api/setup': async () => ({
      body: { setup_token: 'x', name: 'First', phone: phone(), password },
      token: null,
      butFor: 'setup_done',
    }),
    'POST /api/logout': client(),

    'PUT /api/my-profile': client({ body: { name: 'Jo' } }),
    'POST /api/my-profile/photo': client({ butFor: 'unsupported_media' }),
    'DELETE /api/my-profile/photo': client(),
    'POST /api/my-profile/phone': client(async () => ({ body: { phone: phone() } })),
    'POST /api/my-profile/phone/confirm': async () => {
      const asker = await app.signIn(await makeUser(db))
      const number = phone()
      const { body } = await app.request('POST /api/my-profile/phone', { body: { phone: number }, token: asker })
      return { body: { phone: number, code: body.demo_code }, token: asker }
    },
    'POST /api/my-profile/email': client(async () => ({ body: { email: email() } })),
    'POST /api/my-profile/email/confirm': async () => {
      const asker = await app.signIn(await makeUser(db))
      const address = email()
      const { body } = await app.request('POST /api/my-profile/email', { body: { email: address }, token: asker })
      return { body: { email: address, code: body.demo_code }, token: asker }
    },
    'DELETE /api/my-profile/email': async () => {
      const fields = { email: email(), email_verified_at: new Date() }
      return { token: await app.signIn(await makeUser(db, fields)) }
    },
    'DELETE /api/my-profile/sessions': client(),
    'DELETE /api/my-profile/sessions/{id}': own('session'),
    'POST /api/my-profile/tokens': async () => ({
      body: { name: 'A program', days: 30, scope: 'read', current_password: password },
      token: (await registered()).token,
    }),
    'DELETE /api/my-profile/tokens/{id}': own('token'),

    'POST /api/appointments': bare(async () => {
      const { schedule, free } = await booked()
      return { schedule_id: schedule.id, starts_at: free.starts_at, new_client: { name: 'Jo', phone: phone() } }
    }),
    'PUT /api/appointments/{id}': on('appointment', { payment: { status: 'paid' } }),
    'POST /api/appointments/{id}/status': on('appointment', { status: 'entered-in-error', reason: 'Booked twice.' }),
    'POST /api/appointments/status/preview': requests({ status: 'booked' }),
    'POST /api/appointments/status': requests({ status: 'cancelled', reason: 'Ill.' }),
    'POST /api/appointments/status/undo': undoing('POST /api/appointments/status', async () => ({
      status: 'booked',
      appointments: [{ id: (await booked({ status: 'pending' })).appointment.id }],
    })),
    'POST /api/appointments/move/undo': bare(async () => {
      const { schedule, appointment, free } = await booked()
      const body = { schedule_id: schedule.id, starts_at: free.starts_at }
      return { undo: (await app.request('PUT /api/appointments/{id}', { token, params: { id: appointment.id }, body })).body.undo }
    }),
    'POST /api/appointments/{id}/excuse': async () => ({
      params: { id: (await booked({ status: 'noshow' })).appointment.id },
      body: { excused: true },
    }),
    'POST /api/appointments/{id}/cancel': own('appointment', { body: { reason: 'Ill.' } }),
    'POST /api/appointments/{id}/move': async () => {
      const { schedule, appointment, free, user } = await booked()
      return {
        params: { id: appointment.id },
        body: { schedule_id: schedule.id, starts_at: free.starts_at },
        token: await app.signIn(user),
      }
    },

    'PUT /api/my-saved-views': bare(() => ({ list: 'users', name: unique('View'), params: { state: 'active' } })),
    'DELETE /api/my-saved-views/{id}': async () => {
      const administrator = await makeAdmin(db)
      return { params: { id: await things.make('saved view', 'own', administrator, 'client') }, token: await app.signIn(administrator) }
    },

    'POST /api/my-calendars': client({ body: { kind: 'client' } }),
    'DELETE /api/my-calendars/{id}': own('calendar'),
    'POST /api/places/{id}/calendars': on('place'),
    'DELETE /api/place-calendars/{id}': on("place's calendar"),

    'POST /api/schedules': bare(plan),
    'POST /api/schedules/preview': bare(plan),
    'PUT /api/schedules/{id}': on('schedule', { note: 'Ring twice.' }),
    'POST /api/schedules/{id}/publish': async () => ({ params: { id: await draft() }, body: {} }),
    'POST /api/schedules/{id}/cancel': on('schedule', { reason: 'Ill.' }),
    'POST /api/schedules/{id}/preview': async () => {
      const { date, session } = await bookedSession()
      return { params: { id: session.id }, body: { starts_at: `${date}T11:00`, ends_at: `${date}T12:00` } }
    },
    'POST /api/schedules/publish': bare(async () => ({ schedules: [{ id: await draft(), revision: 1 }] })),
    'POST /api/schedules/discard': bare(async () => ({ schedules: [{ id: await draft(), revision: 1 }] })),
    'POST /api/schedules/copy/preview': bare(async () => ({ schedule_ids: [await draft()], days: 7 })),
    'POST /api/schedules/copy': bare(async () => ({ schedule_ids: [await draft()], days: 7 })),
    // In another zone its clients are in the way.
    'POST /api/schedules/change/preview': bare(async () => ({
      place_id: (await makePlace(db, { time_zone: 'America/New_York' })).id,
      sessions: [(await bookedSession()).session],
    })),
    'POST /api/schedules/change': bulk(async () => ({ place_id: (await makePlace(db)).id })),
    'POST /api/schedules/cancel/preview': bare(async () => ({ sessions: [(await bookedSession()).session] })),
    'POST /api/schedules/cancel': bulk(async () => ({ reason: 'Ill.' })),
    'POST /api/schedules/cancel/undo': undoing('POST /api/schedules/cancel', async () => ({
      reason: 'Ill.',
      sessions: [{ id: await draft(), revision: 1 }],
    })),
    'POST /api/schedules/change/undo': undoing('POST /api/schedules/change', async () => ({
      place_id: (await makePlace(db)).id,
      sessions: [{ id: await draft(), revision: 1 }],
    })),
    'POST /api/schedules/publish/undo': undoing('POST /api/schedules/publish', async () => ({
      schedules: [{ id: await draft(), revision: 1 }],
    })),
    'POST /api/schedules/{id}/series/preview': async () => {
      const { session } = await bookedSession()
      await db
        .updateTable('schedules')
        .set({ series_id: sql`new_id()` })
        .where('id', '=', session.id)
        .execute()
      const { revision } = await db.selectFrom('schedules').select('revision').where('id', '=', session.id).executeTakeFirstOrThrow()
      const change = { times: { starts: '11:00', ends: '12:00' } }
      return { params: { id: session.id }, body: { change, sessions: [{ ...session, revision }] } }
    },
    'PUT /api/schedules/{id}/series': series({ change: { note: 'Ring twice.' } }),
    'POST /api/schedules/{id}/series/cancel': series({ reason: 'Ill.' }),

    'POST /api/weekly-hours': bare(async () => ({
      mentor_id: (await makeMentor(db, {}, [supportType.id])).id,
      place_id: place.id,
      ranges: [{ weekday: 1, starts: '09:00', ends: '12:00', support_type_id: supportType.id }],
      slot_minutes: 30,
      from_date: '2026-11-23',
    })),
    'POST /api/weekly-hours/preview': bare(async () => ({
      mentor_id: (await makeMentor(db, {}, [supportType.id])).id,
      place_id: place.id,
      ranges: [{ weekday: 1, starts: '09:00', ends: '12:00', support_type_id: supportType.id }],
      slot_minutes: 30,
      from_date: '2026-11-23',
    })),
    'POST /api/weekly-hours/{id}/preview': on('weekly hours', {
      place_id: place.id,
      ranges: [{ weekday: 1, starts: '09:00', ends: '12:00', support_type_id: supportType.id }],
      slot_minutes: 30,
      break_minutes: 0,
      seats_per_slot: 1,
      until_date: null,
    }),
    'PUT /api/weekly-hours/{id}': on('weekly hours', {
      place_id: place.id,
      ranges: [{ weekday: 1, starts: '09:00', ends: '12:00', support_type_id: supportType.id }],
      slot_minutes: 30,
      break_minutes: 0,
      seats_per_slot: 1,
      until_date: null,
    }),
    'POST /api/weekly-hours/{id}/end': on('weekly hours', { sessions: 'keep' }),
    'POST /api/mentor-proposals': async () => ({
      body: {
        place_id: place.id,
        ranges: [{ weekday: 1, starts: '09:00', ends: '12:00', support_type_id: supportType.id }],
        slot_minutes: 30,
        from_date: '2026-11-23',
      },
      token: await app.signIn(await makeMentor(db)),
    }),
    'POST /api/mentor-proposals/{id}/withdraw': async () => {
      const mentor = await makeMentor(db)
      return { params: { id: await things.make('hours proposal', 'own', mentor, 'mentor') }, token: await app.signIn(mentor) }
    },
    'POST /api/hours-proposals/{id}/approve': on('hours proposal', {}),
    'POST /api/hours-proposals/{id}/decline': on('hours proposal', { reason: 'Full.' }),

    'POST /api/mentor-time-off-requests': async () => ({
      body: { starts_at: '2026-12-01T09:00', ends_at: '2026-12-01T17:00' },
      token: await app.signIn(await makeMentor(db)),
    }),
    'POST /api/mentor-time-off-requests/{id}/withdraw': async () => {
      const mentor = await makeMentor(db)
      return { params: { id: await things.make('time off request', 'own', mentor, 'mentor') }, token: await app.signIn(mentor) }
    },
    'POST /api/time-off-requests/{id}/approve': on('time off request'),
    'POST /api/time-off-requests/{id}/decline': on('time off request', { reason: 'Full.' }),

    'POST /api/legally-binding-contract': bare(() => ({ key: unique('text').replace(' ', '_'), title: 'Text', body: 'Text.' })),
    'PUT /api/legally-binding-contract/{id}': on('contract', { title: 'Another' }),
    'DELETE /api/legally-binding-contract/{id}/draft': async () => {
      const { contract } = await makeContract(db)
      await app.request('PUT /api/legally-binding-contract/{id}', { params: { id: contract.id }, body: { body: 'Next.' }, token })
      return { params: { id: contract.id } }
    },
    'POST /api/legally-binding-contract/{id}/withdraw': on('contract', {}),
    'POST /api/legally-binding-contract/{id}/reactivate': async () => {
      const { contract } = await makeContract(db, { withdrawn_at: '2026-11-01T00:00:00Z' })
      return { params: { id: contract.id }, body: {} }
    },
    'POST /api/legally-binding-contract/{id}/translations': async () => {
      const { contract, version } = await makeContract(db)
      return { params: { id: contract.id }, body: { version_id: version.id, language: 'de', title: 'Text', body: 'Ein Text.' } }
    },

    'POST /api/users': bare(() => ({ name: 'Jo', phone: phone() })),
    'PUT /api/users/{id}': on('person', { note: 'Hard of hearing.' }),
    'POST /api/users/deactivate/preview': bare(async () => ({ users: await listed('person') })),
    'POST /api/users/deactivate': bare(async () => ({ users: await listed('person'), reason: 'Moved away.' })),
    'POST /api/users/deactivate/undo': undoing('POST /api/users/deactivate', async () => ({
      users: await listed('person'),
      reason: 'Moved away.',
    })),
    'POST /api/users/{id}/deactivate': on('person', { reason: 'Moved away.' }),
    'POST /api/users/{id}/reactivate': async () => ({ params: { id: await fresh({ active: false }) }, body: {} }),
    'DELETE /api/users/{id}/sessions': on('person'),
    'DELETE /api/users/{id}/authenticator': on('person'),
    'DELETE /api/users/{id}/passkeys': on('person'),
    'POST /api/users/{id}/photo': async () => ({ ...(await on('person')()), butFor: 'unsupported_media' }),
    'DELETE /api/users/{id}/photo': on('person'),
    'POST /api/users/{id}/phone': async () => ({ params: { id: (await booked()).user.id }, body: { phone: phone() } }),
    'POST /api/users/{id}/phone/confirm': async () => {
      const [params, number] = [{ id: await fresh() }, phone()]
      const { body } = await app.request('POST /api/users/{id}/phone', { params, body: { phone: number }, token })
      return { params, body: { phone: number, code: body.demo_code } }
    },
    'POST /api/users/{id}/merge': async () => ({ params: { id: await fresh() }, body: { other_id: await fresh() } }),
    'POST /api/users/{id}/erase': on('person', {}),

    'POST /api/invitations': bare(async () => ({ user_id: await bookedWithoutAccount(), channel: 'print' })),
    'POST /api/invitations/preview': bare(async () => ({
      text: `Jo, ${(await makeUser(db, { phone_verified_at: null })).phone}`,
      print: true,
    })),
    'POST /api/invitations/batch': bare(() => ({ text: `Jo, ${phone()}`, print: true })),
    'POST /api/invitations/links': bare(async () => ({
      ids: [await things.make('invitation', 'other', { id: await bookedWithoutAccount() }, 'client')],
    })),
    'POST /api/invitations/renew/preview': bare(invitations),
    'POST /api/invitations/renew': bare(invitations),
    'POST /api/invitations/revoke/preview': bare(invitations),
    'POST /api/invitations/revoke': bare(invitations),
    'POST /api/invitations/{id}/renew': on('invitation'),
    'POST /api/invitations/{id}/revoke': on('invitation'),
    'POST /api/invitation/look': async () => ({ body: { token: 'x' }, token: null }),
    'POST /api/invitation/accept': async () => ({ body: { token: 'x' }, token: null, butFor: 'invitation_over' }),
    'POST /api/roles': bare(() => ({ name: unique('Post'), abilities: ['User List'] })),
    'PUT /api/roles/{id}': on('role', { abilities: ['User List'] }),
    'DELETE /api/roles/{id}': async () => ({ params: { id: await newRole() } }),
    'POST /api/role-assign': bare(async () => ({ user_id: await fresh(), role_ids: [await newRole()] })),
    'POST /api/role-assign/several/preview': bare(async () => ({ user_ids: [await fresh()], role_id: await newRole() })),
    'POST /api/role-assign/several': bare(async () => ({ user_ids: [await fresh()], role_id: await newRole() })),
    'POST /api/role-assign/several/remove/preview': bare(async () => ({ user_ids: [await fresh()], role_id: await newRole() })),
    'POST /api/role-assign/several/remove': bare(async () => {
      const user = await makeAdmin(db, ['User List'])
      const { role_id } = await db.selectFrom('role_assignments').select('role_id').where('user_id', '=', user.id).executeTakeFirstOrThrow()
      return { user_ids: [user.id], role_id }
    }),
    'POST /api/role-assign-update': bare(async () => ({ user_id: await fresh(), role_ids: [await newRole()] })),

    'POST /api/closed-days': bare(async () => ({ place_id: (await makePlace(db)).id, date: '2027-01-01' })),
    'DELETE /api/closed-days/{id}': on('closed day'),
    'POST /api/time-off': bare(async () => ({
      mentor_id: (await makeMentor(db)).id,
      starts_at: '2026-12-02T09:00',
      ends_at: '2026-12-02T17:00',
    })),
    'POST /api/time-off/remove/preview': bare(async () => ({ entries: await listed('time off') })),
    'POST /api/time-off/remove': bare(async () => ({ entries: await listed('time off') })),
    'DELETE /api/time-off/{id}': on('time off'),
    'POST /api/busy-calendars': bare(async () => ({ mentor_id: (await makeMentor(db)).id, address: 'https://example.org/own.ics' })),
    'POST /api/busy-calendars/{id}/read': on('busy calendar'),
    'DELETE /api/busy-calendars/{id}': on('busy calendar'),
    'POST /api/reassigning': bare(reassignment),
    'POST /api/reassigning/undo': undoing('POST /api/reassigning', reassignment),

    'POST /api/feedback-questions': bare(() => ({ type: 'client', widget: 'text', prompt: unique('How was it') })),
    'PUT /api/feedback-questions/{id}': on('question', { prompt: 'And how was it?' }),
    'DELETE /api/feedback-questions/{id}': on('question'),
    'POST /api/feedback-questions/reorder': bare(async () => {
      const question = { type: 'mentor', widget: 'text', prompt: 'How was it?', position: (count += 1) } as const
      await db.insertInto('feedback_questions').values(question).execute()
      const rows = await db.selectFrom('feedback_questions').select('id').where('type', '=', 'mentor').where('active', '=', true).execute()
      return { type: 'mentor', ids: rows.map(({ id }) => id) }
    }),
    'POST /api/feedback': bare(async () => {
      const question_id = await things.make('question', 'other', undefined, 'client')
      const { appointment } = await booked({ status: 'fulfilled' })
      return { appointment_id: appointment.id, type: 'client', answers: [{ question_id, value: 'Good.' }] }
    }),
    'POST /api/feedback/{id}/looked': on('feedback'),

    'PUT /api/translations/{id}': on('support type', { language: 'de', texts: [{ field: 'name', text: 'Beratung' }] }),
    'POST /api/translations/po': async () => ({ butFor: 'invalid' }),
    'POST /api/support-types': bare(() => ({
      name: unique('Kind'),
      colour: '#2f7d6d',
      slot_minutes: 30,
      price: { amount: 100, currency: 'GBP' },
    })),
    'PUT /api/support-types/{id}': on('support type', { price: { amount: 200, currency: 'GBP' } }),
    'POST /api/support-types/{id}/retire': on('support type', {}),
    'POST /api/support-types/{id}/reactivate': async () => ({
      params: { id: await retired('support_types', (await makeSupportType(db)).id) },
      body: {},
    }),
    'POST /api/support-types/order': bare(async () => ({ ids: await all('support_types') })),
    'POST /api/places': bare(() => ({ name: unique('Room'), kind: 'in_person', address: '1 High Street', time_zone: 'Europe/London' })),
    'PUT /api/places/{id}': on('place', { address: '2 High Street' }),
    'POST /api/places/{id}/retire': on('place', {}),
    'POST /api/places/{id}/reactivate': async () => ({ params: { id: await retired('places', (await makePlace(db)).id) }, body: {} }),

    'POST /api/record-access': bare(async () => ({ user_id: (await makeUser(db)).id, reason: 'The client called.' })),
    'POST /api/waiting-list': client(async () => ({
      body: { support_type_id: (await makeSupportType(db)).id, from_date: '2026-12-01', to_date: '2026-12-10' },
    })),
    'DELETE /api/waiting-list/{id}': own('waiting entry'),
    'POST /api/waiting-list/{id}/accept': own('waiting entry', { body: { questions: ['Why?'] }, butFor: 'offer_ended' }),
    'POST /api/waiting-list/{id}/decline': own('waiting entry', { butFor: 'offer_ended' }),
    'POST /api/waiting-list/{id}/reorder': on('waiting entry', { before_id: null, reason: 'Urgent.' }),
    'POST /api/waiting-list/{id}/remove': on('waiting entry', { reason: 'Asked to.' }),
    'POST /api/waiting-list/remove/preview': bare(async () => ({ entries: await listed('waiting entry') })),
    'POST /api/waiting-list/remove': bare(async () => ({ reason: 'Asked to.', entries: await listed('waiting entry') })),
    'POST /api/waiting-list/remove/undo': undoing('POST /api/waiting-list/remove', async () => ({
      reason: 'Asked to.',
      entries: await listed('waiting entry'),
    })),

    'POST /api/my-profile/acceptances': client(async () => ({
      body: { accepted_version_ids: [(await makeContract(db)).version.id] },
    })),
    'POST /api/messages/{id}/resend': on('message'),
    'POST /api/messages/resend/preview': bare(async () => ({ message_ids: [await things.make('message', 'other', undefined, 'client')] })),
    'POST /api/messages/resend': bare(async () => ({ message_ids: [await things.make('message', 'other', undefined, 'client')] })),
    'POST /api/messages/receipts/gateway': async () => ({
      body: { id: things.unknownId, state: 'delivered' },
      token: null,
      butFor: 'not_found',
    }),
    'POST /api/messages/receipts/twilio/{id}': async () => ({ params: { id: things.unknownId }, token: null, butFor: 'not_found' }),
    'POST /api/login/provider/{id}': async () => ({
      params: { id: await things.make('identity provider', 'other', undefined, 'client') },
      body: {},
      token: null,
      butFor: 'not_found',
    }),
    'POST /api/login/provider/confirm': async () => ({ body: { state: 'x', code: 'x' }, token: null, butFor: 'login_expired' }),
    'POST /api/login/provider/register': async () => ({
      body: { provider_ticket: 'x', name: 'Jo' },
      token: null,
      butFor: 'ticket_expired',
    }),
    'POST /api/login/provider/code': async () => ({ body: { provider_ticket: 'x', by: 'email' }, token: null, butFor: 'ticket_expired' }),
    'POST /api/login/provider/link': async () => ({
      body: { provider_ticket: 'x', by: 'email', join_ticket: 'x', code: '000000' },
      token: null,
      butFor: 'ticket_expired',
    }),
    'POST /api/provider-logout/{id}': async () => ({
      params: { id: await things.make('identity provider', 'other', undefined, 'client') },
      token: null,
      butFor: 'bad_logout_token',
    }),
    'POST /api/my-profile/providers/{id}': async () => ({
      params: { id: await things.make('identity provider', 'other', undefined, 'client') },
      token: await app.signIn(await makeUser(db)),
      butFor: 'not_found',
    }),
    'POST /api/my-profile/provider-accounts': client({ body: { provider_ticket: 'x' }, butFor: 'ticket_expired' }),
    'DELETE /api/my-profile/provider-accounts/{id}': own('provider account'),
    'POST /api/providers': bare(() => ({ name: unique('University'), issuer: 'https://login.example.org', client_id: 'openhour' })),
    'PUT /api/providers/{id}': on('identity provider', { second_factor: true }),
    'DELETE /api/providers/{id}': on('identity provider'),
    'POST /api/providers/{id}/test': on('identity provider'),
    'POST /api/providers/{id}/preview': async () => ({ ...(await on('identity provider')()), butFor: 'provider_unavailable' }),

    'POST /api/webhooks': bare(() => ({ address: 'https://example.org/hooks', events: ['client.created'] })),
    'PUT /api/webhooks/{id}': on('webhook', { events: ['client.changed'] }),
    'POST /api/webhooks/{id}/secret': on('webhook'),
    'DELETE /api/webhooks/{id}': on('webhook'),
    'POST /api/webhooks/{id}/test': on('webhook'),
    'POST /api/webhook-deliveries/{id}/redeliver': on('webhook delivery'),
    'POST /api/messages/{id}/told': on('message', { told: true }),
    'PUT /api/wordings/{name}': async () => {
      const { rows } = await sql<{
        revision: number
      }>`SELECT coalesce(max(version), 0)::int AS revision FROM wordings WHERE name = 'booked'`.execute(db)
      return {
        params: { name: 'booked' },
        body: { subject: unique('Yours on {day}'), body: 'Hello', sms: 'Yours', revision: rows[0]?.revision },
      }
    },
    'POST /api/wordings/{name}/preview': async () => ({
      params: { name: 'booked' },
      body: { subject: 'Yours', body: 'Hello', sms: 'Yours' },
    }),
    'PUT /api/settings': bare(() => ({ low_score: 2 })),
    'POST /api/logos': async () => ({ butFor: 'unsupported_media' }),
    'POST /api/visits': async () => {
      const user = await makeUser(db)
      const appointment_id = await things.make('appointment', 'own', user, 'client')
      return { token: await app.signIn(user), body: { visit: randomBytes(16).toString('hex'), appointment_id } }
    },
    'POST /api/opening/test': async () => ({}),
  }
  return { token, samples }
}
