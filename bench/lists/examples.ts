import pg from 'pg'

/** Ids to ask about, some of each so that not one row is asked for over and over. */
export interface Examples {
  clients: string[]
  mentors: string[]
  schedules: string[]
  appointments: string[]
  contracts: string[]
  supportTypes: string[]
  roles: string[]
}

const queries: Record<keyof Examples, string> = {
  clients: `SELECT id FROM users WHERE phone LIKE '+4474%' AND active ORDER BY md5(id::text) LIMIT 20`,
  mentors: `SELECT id FROM users WHERE phone LIKE '+4475%' ORDER BY md5(id::text) LIMIT 10`,
  schedules: `SELECT id FROM schedules WHERE local_date BETWEEN current_date - 3 AND current_date + 3 AND slot_minutes = 30 ORDER BY md5(id::text) LIMIT 20`,
  appointments: `SELECT id FROM appointments WHERE status = 'booked' AND starts_at > now() ORDER BY md5(id::text) LIMIT 20`,
  contracts: 'SELECT id FROM current_contracts WHERE required_for IS NOT NULL ORDER BY key',
  supportTypes: 'SELECT id FROM support_types WHERE active ORDER BY position',
  roles: 'SELECT id FROM roles ORDER BY name',
}

export async function findExamples(url: string): Promise<Examples> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const found: [string, string[]][] = []
    for (const [name, query] of Object.entries(queries)) {
      const { rows } = await client.query<{ id: string }>(query)
      found.push([name, rows.map(({ id }) => id)])
    }
    return Object.fromEntries(found) as unknown as Examples
  } finally {
    await client.end()
  }
}
