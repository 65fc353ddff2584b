import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { makeUser } from '#database/factories.ts'
import { sql } from 'kysely'
import { startTestApp } from '../../testing/app.ts'

test('survives a client disconnecting during the session lookup', async () => {
  const app = await startTestApp()
  try {
    const token = await app.signIn(await makeUser(app.db))
    await app.http.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.http.server.address() as AddressInfo
    await app.db.transaction().execute(async trx => {
      await sql`LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE`.execute(trx)
      const came = once(app.http.server, 'request') as Promise<[IncomingMessage]>
      const client = connect({ port, host: '127.0.0.1' })
      client.write(`GET /api/my-session HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`)
      const [{ socket }] = await came
      const gone = once(socket, 'close')
      client.destroy()
      await gone
    })
    expect((await app.request('GET /api/my-session', { token })).status).toBe(200)
  } finally {
    await app.close()
  }
})
