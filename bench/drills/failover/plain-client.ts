import pg from 'pg'
import { startConstantLoad, type LoadAnswer } from '../../drill-support/constant-load.ts'
import { withClient } from './cluster.ts'

/** A client that knows nothing of Openhour: it shows what the cluster itself can do at each moment. */
export interface PlainClient {
  done: (Write & Pick<LoadAnswer, 'at' | 'ms'>)[]
  end(): Promise<void>
  /** How many acknowledged rows the database does not have. */
  countLost(): Promise<number>
}

interface Write {
  number: number
  status: 201 | 0
}

/** Rows a second. */
const rate = 10

/** Writes one row after the other, each on a connection of its own, whatever becomes of the others. */
export async function startPlainClient(adminUrl: string): Promise<PlainClient> {
  await withClient(adminUrl, client => client.query('CREATE TABLE plain_rows (number int PRIMARY KEY)'))
  const load = startConstantLoad(rate, async (number): Promise<Write> => {
    const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5000, query_timeout: 30_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('INSERT INTO plain_rows VALUES ($1)', [number])
      return { number, status: 201 }
    } catch {
      return { number, status: 0 }
    } finally {
      // A connection that is dead already has no end to wait for.
      void client.end().catch(() => undefined)
    }
  })
  return {
    ...load,
    countLost: async () => {
      const acknowledged = load.done.filter(({ status }) => status === 201).map(({ number }) => number)
      const { rows } = await withClient(adminUrl, client =>
        client.query<{ lost: number }>(
          'SELECT count(*)::int AS lost FROM unnest($1::int[]) n WHERE NOT EXISTS (SELECT FROM plain_rows WHERE number = n)',
          [acknowledged],
        ),
      )
      return rows[0]!.lost
    },
  }
}
