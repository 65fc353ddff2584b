import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { makeAdmin, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

interface Late {
  token: string
  type?: string
  body: Buffer
  /** Happens after the session lookup, before the body is sent. */
  meanwhile: () => Promise<unknown>
}

/** Sends the head of a request, and its body only after something has happened. Returns the response's first line. */
async function sendLate(head: string, { token, type = 'application/json', body, meanwhile }: Late): Promise<string> {
  const session = () => app.db.selectFrom('sessions').select('last_used_at').where('user_id', '=', user.id).executeTakeFirstOrThrow()
  const { port } = app.http.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const answered = once(socket, 'data') as Promise<[Buffer]>
  // The lookup of a session that was idle for a while writes that it is used.
  app.clock.advance(5 * 60_000)
  const before = await session()
  socket.write(
    `${head} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`,
  )
  await vi.waitFor(async () => expect(await session()).not.toEqual(before))
  await meanwhile()
  socket.write(body)
  const [answer] = await answered
  socket.destroy()
  return answer.toString().split('\r\n')[0]!
}

let user: { id: string }
beforeEach(() => app.clock.set('2026-11-20T09:00:00Z'))

const nameOf = async ({ id }: { id: string }) =>
  (await app.db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
const erase = (admin: { id: string }) => sql`SELECT erase_person(${user.id}, ${admin.id})`.execute(app.db)

test('a body that arrives after its caller lost the right for it changes nothing', async () => {
  user = await makeAdmin(app.db, ['User Edit', 'User List'])
  const [token, other] = [await app.signIn(user), await makeUser(app.db, { name: 'Before' })]
  const body = Buffer.from(JSON.stringify({ name: 'After' }))
  const removeRoles = () => app.db.deleteFrom('role_assignments').where('user_id', '=', user.id).execute()
  expect(await sendLate(`PUT /api/users/${other.id}`, { token, body, meanwhile: removeRoles })).toBe('HTTP/1.1 403 Forbidden')
  expect(await nameOf(other)).toBe('Before')
})

test('a body that arrives after its caller was erased brings no name back', async () => {
  const admin = await makeAdmin(app.db)
  user = await makeUser(app.db)
  const body = Buffer.from(JSON.stringify({ name: 'Returned', email: 'returned@example.org' }))
  const late = { token: await app.signIn(user), body, meanwhile: () => erase(admin) }
  expect(await sendLate('PUT /api/my-profile', late)).toBe('HTTP/1.1 401 Unauthorized')
  expect(await nameOf(user)).toBe('Erased person')
})

test('a photo that arrives after its owner was erased is not kept', async () => {
  const admin = await makeAdmin(app.db)
  user = await makeUser(app.db)
  const form = new FormData()
  const photo = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer()
  form.append('photo', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'photo.png')
  const request = new Response(form)
  const late = {
    token: await app.signIn(user),
    type: request.headers.get('content-type')!,
    body: Buffer.from(await request.arrayBuffer()),
    meanwhile: () => erase(admin),
  }
  expect(await sendLate('POST /api/my-profile/photo', late)).toBe('HTTP/1.1 401 Unauthorized')
  expect(await app.db.selectFrom('photos').select('id').execute()).toEqual([])
})

test('a body that arrives late, of a caller who still may, is carried out', async () => {
  user = await makeUser(app.db)
  const late = { token: await app.signIn(user), body: Buffer.from(JSON.stringify({ name: 'Patience' })), meanwhile: async () => undefined }
  expect(await sendLate('PUT /api/my-profile', late)).toBe('HTTP/1.1 200 OK')
  expect(await nameOf(user)).toBe('Patience')
})
