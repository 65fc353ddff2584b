import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  // 20 MB: more than the connection buffers. The latest entry is the first of the file.
  await sql`INSERT INTO audit (action, subject, at, after)
    SELECT 'changed', 'settings', timestamptz '2026-11-01' + n * interval '1 second', jsonb_build_object('entry', format('<%s>', n), 'text', repeat('a', 8000))
    FROM generate_series(1, 2500) n`.execute(app.db)
})
afterAll(() => app.close())

/** What a reader receives who stops reading after the beginning, until something has happened. */
async function readSlowly(token: string, meanwhile: () => Promise<unknown>): Promise<string> {
  const socket = connect((app.http.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`GET /api/audit/export HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\nauthorization: Bearer ${token}\r\n\r\n`)
  const [begin] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  await meanwhile()
  const pieces = [begin]
  socket.on('data', (piece: Buffer) => pieces.push(piece)).resume()
  await once(socket, 'close')
  return Buffer.concat(pieces).toString()
}
const newReader = async () => {
  const reader = await makeAdmin(app.db, ['Audit View', 'User Export'])
  return { reader, token: await app.signIn(reader) }
}

test.each<[string, (id: string) => Promise<unknown>]>([
  ['losing the ability', id => app.db.deleteFrom('role_assignments').where('user_id', '=', id).execute()],
  ['being deactivated', id => app.db.updateTable('users').set({ active: false }).where('id', '=', id).execute()],
  ['being logged out', id => app.db.updateTable('sessions').set({ ended_at: app.clock.now() }).where('user_id', '=', id).execute()],
])('a slow reader of an export receives nothing that is read after %s', async (_, end) => {
  const { reader, token } = await newReader()
  const file = await readSlowly(token, () => end(reader.id))
  expect(file).toContain('HTTP/1.1 200 OK')
  expect(file).not.toContain('<1>')
  // Without the last chunk, so that no program takes it for the whole file.
  expect(file.endsWith('0\r\n\r\n')).toBe(false)
})

test('a slow reader of an export whose rights stay receives all of it', async () => {
  const { token } = await newReader()
  const file = await readSlowly(token, async () => undefined)
  expect(file).toContain('<1>')
  expect(file.endsWith('0\r\n\r\n')).toBe(true)
})
