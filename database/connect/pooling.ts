import type pg from 'pg'
import { connectClient } from './client.ts'

const [clientCount, rounds] = [3, 3]

/**
 * Rejects if a pooler between the client and PostgreSQL changes connections within a session: PgBouncer with
 * `pool_mode` transaction or statement. There prepared statements, notifications and session settings are
 * lost, and a session's lock stays behind on a connection of the pooler.
 *
 * Leaves no trace: the clients only ask for the process that serves them. In a session no two clients have the
 * same one, and none changes it. Several clients and rounds, because other programs may use the pooler meanwhile.
 */
export async function refuseTransactionPooling(url: string): Promise<void> {
  const clients: pg.Client[] = []
  const processes: number[] = []
  try {
    for (let count = 0; count < clientCount; count += 1) {
      const client = await connectClient(url, { settings: null, application_name: 'openhour check' })
      clients.push(client)
      const pid = await readProcess(client)
      if (processes.includes(pid)) throw new TransactionPoolingError()
      processes.push(pid)
    }
    for (let round = 0; round < rounds; round += 1)
      for (const [index, client] of clients.entries())
        if ((await readProcess(client)) !== processes[index]) throw new TransactionPoolingError()
  } finally {
    await Promise.all(clients.map(client => client.end()))
  }
}

async function readProcess(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid ?? 0
}

class TransactionPoolingError extends Error {
  constructor() {
    super(
      'DATABASE_URL leads to a pooler that changes connections within a session, such as PgBouncer with pool_mode=transaction or statement. Openhour needs pool_mode=session (docs/operations/external-postgresql.md).',
    )
  }
}
