import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let token: string
let amara: { id: string }
let client: { id: string }
let mentor: { id: string }
let appointment: { id: string; reference: string }

beforeAll(async () => {
  app = await startTestApp()
  const { db } = app
  token = await app.signIn(await makeAdmin(db, ['Audit View']))
  amara = await makeUser(db, { name: 'Amara Ọkọ' })
  client = await makeUser(db, { name: 'Jo Client', phone: '+447700911911' })
  const supportType = await makeSupportType(db, { name: 'Career advice' })
  const place = await makePlace(db, { name: 'Town hall' })
  const made = await makeMentor(db, { name: 'Ana' })
  mentor = made
  const { slots } = await makeSchedule(db, { supportType, place, mentors: [made], from: '2026-12-01T09:00', to: '2026-12-01T10:00' })
  appointment = await makeAppointment(db, slots[0]!.id, client.id)
  await db
    .updateTable('appointments')
    .set({ slot_id: slots[1]!.id, changed_by: amara.id, change_reason: 'Ana is late' })
    .where('id', '=', appointment.id)
    .execute()
  const rows = [
    { action: 'changed', subject: 'settings', at: '2026-03-29T00:30:00Z', after: JSON.stringify({ max_open: 4 }) },
    { action: 'changed', subject: 'settings', at: '2026-03-28T23:30:00Z', after: JSON.stringify({ max_open: 5 }) },
    { action: 'published', subject: 'schedule', at: '2026-03-29T22:59:59Z' },
    { action: 'published', subject: 'schedule', at: '2026-03-29T23:00:00Z' },
  ]
  await db
    .insertInto('audit')
    .values(rows.map(row => ({ actor_id: amara.id, subject_id: null, ...row })))
    .execute()
  await db
    .insertInto('record_views')
    .values({ viewer_id: amara.id, user_id: client.id, what: 'profile', at: '2026-03-01T09:00:00Z' })
    .execute()
})
afterAll(() => app.close())

const ask = (query: Record<string, string | number> = {}, as: string | undefined = token) =>
  app.request('GET /api/audit', { query, ...(as && { token: as }) })
const actions = async (query: Record<string, string | number>) => {
  const { status, body } = await ask(query)
  expect(status).toBe(200)
  return body.data.map(({ subject, action }: { subject: string; action: string }) => `${subject} ${action}`)
}

describe('GET /api/audit/export', () => {
  const exported = async (query: Record<string, string>, abilities: string[] = ['Audit View', 'User Export']) =>
    app.request('GET /api/audit/export', { query, token: await app.signIn(await makeAdmin(app.db, abilities)) })

  it('writes what the filters leave as CSV', async () => {
    const lines = ((await exported({ action: 'moved' })).body as string).split('\r\n')
    expect(lines[0]).toBe('\ufeff"Time","Who","Action","Type","Name","About","Reason","Before","After"')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(`"Amara Ọkọ","moved","appointment","${appointment.reference}","Jo Client","Ana is late"`)
  })

  it('refuses malformed dates, and everyone without both abilities', async () => {
    expect((await exported({ from: '2026-02-30' })).status).toBe(422)
    expect((await exported({}, ['Audit View'])).status).toBe(403)
    expect((await exported({}, ['User Export'])).status).toBe(403)
    expect((await app.request('GET /api/audit/export')).status).toBe(401)
  })
})

describe('GET /api/audit', () => {
  it('tells what happened latest first, with the names of everything', async () => {
    const { body } = await ask()
    expect(body.meta).toMatchObject({ per_page: 20, next: null, time_zone: 'Europe/London', names: { [mentor.id]: 'Ana' } })
    expect(body.data[0]).toMatchObject({
      action: 'moved',
      subject: 'appointment',
      subject_id: appointment.id,
      actor: { id: amara.id, name: 'Amara Ọkọ' },
      person: { id: client.id, name: 'Jo Client' },
      thing: { name: appointment.reference, time_zone: 'Europe/London' },
      reason: 'Ana is late',
      before: { starts_at: '2026-12-01T09:00:00Z' },
      after: { starts_at: '2026-12-01T09:30:00Z' },
    })
    expect(body.data.at(-1)).toMatchObject({
      action: 'opened',
      subject: 'record',
      person: { name: 'Jo Client' },
      after: { what: 'profile' },
    })
  })

  it.each<[Record<string, string>, string[]]>([
    [{ action: 'booked' }, ['appointment booked']],
    [{ action: 'opened' }, ['record opened']],
    [{ subject: 'settings' }, ['settings changed', 'settings changed']],
    [{ subject: 'appointment', action: 'moved' }, ['appointment moved']],
    [{ subject: 'appointment', action: 'nothing' }, []],
    [{ person: 'ana' }, []],
    [{ person: 'oko amara', subject: 'record' }, ['record opened']],
    [{ person: 'jo' }, ['appointment moved', 'appointment booked', 'record opened']],
    [{ person: '911911' }, []],
    [{ person: '100%' }, []],
    [{ from: '2026-03-29', to: '2026-03-29' }, ['schedule published', 'settings changed']],
    [{ from: '2026-03-28', to: '2026-03-28' }, ['settings changed']],
    [{ to: '2026-03-27' }, ['record opened']],
  ])('finds %j', async (query, expected) => {
    expect(await actions(query)).toEqual(expected)
  })

  it('finds by id, and by number for those who may list people', async () => {
    expect(await actions({ person_id: client.id, action: 'moved' })).toEqual(['appointment moved'])
    expect(await actions({ subject_id: appointment.id })).toEqual(['appointment moved', 'appointment booked'])
    const lister = await app.signIn(await makeAdmin(app.db, ['Audit View', 'User List']))
    const { body } = await ask({ person: '911 911' }, lister)
    expect(body.data).toHaveLength(3)
  })

  it('continues after the last row of a page to the end, without duplicates', async () => {
    const seen: string[] = []
    let after: string | null = ''
    while (after !== null) {
      const { body } = await ask({ per_page: 2, ...(after && { after }) })
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      after = body.meta.next
    }
    const { body } = await ask({ per_page: 100 })
    expect(seen).toEqual(body.data.map(({ id }: { id: string }) => id))
    expect(seen).toHaveLength(7)
  })

  it('contains neither the name nor the words of an erased person', async () => {
    const gone = await makeUser(app.db, { name: 'Gone Person' })
    await app.db
      .insertInto('audit')
      .values({
        actor_id: gone.id,
        action: 'changed',
        subject: 'user',
        subject_id: gone.id,
        person_id: gone.id,
        after: JSON.stringify({ name: 'Gone Person' }),
      })
      .execute()
    await sql`SELECT erase_person(${gone.id}, ${amara.id})`.execute(app.db)
    const { body } = await ask({ person_id: gone.id })
    expect(body.data).toEqual([
      expect.objectContaining({ actor: { id: gone.id, name: null }, person: { id: gone.id, name: null }, thing: null, after: null }),
    ])
    expect(JSON.stringify((await ask()).body)).not.toContain('Gone')
  })

  it('refuses what is no date and no place to go on from', async () => {
    const wrong: Record<string, string | number>[] = [
      { from: '2026-02-30' },
      { to: 'yesterday' },
      { after: 'x' },
      { after: `2026-13-01 00:00:00+00_${client.id}` },
      { per_page: 101 },
    ]
    for (const query of wrong) {
      expect((await ask(query)).status).toBe(422)
    }
  })

  it('is for holders of Audit View', async () => {
    expect((await app.request('GET /api/audit')).status).toBe(401)
    expect((await ask({}, await app.signIn(await makeAdmin(app.db, ['Report View'])))).status).toBe(403)
  })
})
