import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Opening } from '#contract/opening.ts'
import { giveRole, makeAdmin, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

const mail = { OPENHOUR_SMTP_URL: 'smtp://127.0.0.1:1', OPENHOUR_MAIL_FROM: 'desk@example.org' }
let app: TestApp
const start = async (env: Record<string, string> = {}) =>
  (app = await startTestApp({ env: { OPENHOUR_MODE: 'production', OPENHOUR_RATE_LIMIT: 'on', ...env } }))
beforeEach(() => start())
afterEach(() => app.close())

const read = async (token: string): Promise<Opening> => (await app.request('GET /api/opening', { token })).body
/** An administrator with a confirmed address. */
async function confirmed(email: string) {
  const user = await makeUser(app.db, { email, email_verified_at: app.clock.now().toISOString() })
  await giveRole(app.db, user.id, { abilities: ['*'], opens_admin: true })
  return user
}
const stepsOf = ({ steps }: Opening) => steps.filter(({ done }) => done).map(({ step }) => step)

describe('GET /api/opening', () => {
  it('completes each step from the records, and opens with the first published session', async () => {
    const token = await app.signIn(await makeAdmin(app.db))
    expect(await read(token)).toMatchObject({ hidden: false, open: false, can_join: false, bookable: false })
    expect(stepsOf(await read(token))).toEqual([])
    await app.request('PUT /api/settings', { token, body: { contact: 'Ring us' } })
    const supportType = await makeSupportType(app.db)
    const place = await makePlace(app.db)
    const mentor = await makeMentor(app.db)
    expect(stepsOf(await read(token))).toEqual(['organisation', 'offer', 'place', 'people'])
    const session = { supportType, place, mentors: [mentor], from: '2026-12-01T09:00', to: '2026-12-01T10:00' }
    const draft = await makeSchedule(app.db, { ...session, fields: { status: 'draft' } })
    expect(await read(token)).toMatchObject({ open: false, bookable: false })
    await app.db.updateTable('schedules').set({ status: 'published' }).where('id', '=', draft.schedule.id).execute()
    expect(await read(token)).toMatchObject({ open: true, bookable: true, mentors: [{ id: mentor.id }], places: [{ id: place.id }] })
    // Over: the organisation stays open, but there is nothing to book.
    app.clock.set('2026-12-02T09:00:00Z')
    expect(await read(await app.signIn(await makeAdmin(app.db)))).toMatchObject({ open: true, bookable: false })
  })

  it('does not count what is retired, or a mentor who left', async () => {
    await makeSupportType(app.db, { active: false })
    await makePlace(app.db, { active: false })
    await makeMentor(app.db, { active: false })
    expect(stepsOf(await read(await app.signIn(await makeAdmin(app.db))))).toEqual([])
  })

  it('is hidden by a setting, which is audited', async () => {
    const token = await app.signIn(await makeAdmin(app.db))
    await app.request('PUT /api/settings', { token, body: { opening_hidden: true } })
    expect((await read(token)).hidden).toBe(true)
    expect(await app.db.selectFrom('audit').select(['action', 'after']).execute()).toEqual([
      { action: 'changed', after: { opening_hidden: true } },
    ])
  })

  it('names the role that makes a mentor, never one that grants more', async () => {
    const token = await app.signIn(await makeAdmin(app.db))
    const role = { abilities: [], opens_admin: false, is_mentor: true }
    await app.db
      .insertInto('roles')
      .values([
        { ...role, name: 'Lead mentor', abilities: ['User List'] },
        { ...role, name: 'Office mentor', opens_admin: true },
        { ...role, name: 'Head office mentor', single_sign_on_only: true },
      ])
      .execute()
    expect((await read(token)).mentor_role).toBeNull()
    await app.db
      .insertInto('roles')
      .values({ ...role, name: 'Mentor' })
      .execute()
    expect((await read(token)).mentor_role).toMatchObject({ name: 'Mentor' })
  })
})

describe('POST /api/opening/test', () => {
  const send = (token: string) => app.request('POST /api/opening/test', { token })
  const outbox = () => app.db.selectFrom('outbox').select(['kind', 'user_id', 'detail']).execute()

  it('sends to nothing but the caller’s own confirmed address, and is audited', async () => {
    await app.close()
    await start(mail)
    const admin = await confirmed('ada@example.org')
    const token = await app.signIn(admin)
    expect((await send(token)).body).toEqual({ sent_to: ['email'] })
    expect(await outbox()).toEqual([{ kind: 'test_message', user_id: admin.id, detail: { phone: null, email: 'ada@example.org' } }])
    expect(await app.db.selectFrom('audit').select(['action', 'actor_id']).execute()).toEqual([{ action: 'test_sent', actor_id: admin.id }])
    expect((await app.request('POST /api/opening/test', { token, body: { email: 'victim@example.org' } })).status).toBe(422)
  })

  it('refuses an address that staff typed, and a site without a gateway', async () => {
    const token = await app.signIn(await makeAdmin(app.db))
    expect((await send(token)).problem).toMatchObject({ status: 503, code: 'no_gateway' })
    await app.close()
    await start(mail)
    const typed = await makeAdmin(app.db)
    await app.db.updateTable('users').set({ email: 'ada@example.org', email_verified_at: null }).where('id', '=', typed.id).execute()
    expect((await send(await app.signIn(typed))).problem.code).toBe('no_gateway')
    expect(await outbox()).toEqual([])
  })

  it('stops after five in a quarter of an hour', async () => {
    await app.close()
    await start(mail)
    const admin = await confirmed('ada@example.org')
    const token = await app.signIn(admin)
    for (let turn = 0; turn < 5; turn += 1) expect((await send(token)).status).toBe(200)
    expect((await send(token)).problem.code).toBe('too_many_requests')
    expect(await outbox()).toHaveLength(5)
  })

  it('is for holders of Settings Edit', async () => {
    expect((await send(await app.signIn(await makeUser(app.db)))).status).toBe(403)
    expect((await send(await app.signIn(await makeAdmin(app.db, ['Schedule List'])))).status).toBe(403)
  })
})
