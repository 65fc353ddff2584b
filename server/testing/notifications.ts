import { type Kysely, sql } from 'kysely'
import { vi } from 'vitest'
import { connectClient } from '#database/connect/client.ts'
import type { Database } from '#database/types.ts'

/** Hears what the database notifies of on one channel. */
export interface Listener {
  /** The payloads of what `act` changes, in order. Marks tell them from earlier ones, which may arrive late. */
  during(act: () => Promise<unknown>): Promise<string[]>
  close(): Promise<void>
}

export async function listenTo({ db, url }: { db: Kysely<Database>; url: string }, channel: string): Promise<Listener> {
  const client = await connectClient(url)
  const heard: string[] = []
  client.on('notification', ({ payload = '' }) => heard.push(payload))
  await client.query(`LISTEN ${channel}`)
  const mark = (name: string) => sql`SELECT pg_notify(${channel}, ${name})`.execute(db)
  return {
    async during(act) {
      heard.length = 0
      await mark('start')
      await act()
      await mark('end')
      await vi.waitUntil(() => heard.at(-1) === 'end', { timeout: 15_000, interval: 5 })
      return heard.slice(heard.indexOf('start') + 1, -1)
    },
    close: () => client.end(),
  }
}
