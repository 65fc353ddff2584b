import pg from 'pg'

/**
 * The version of a running PostgreSQL, such as `18.4`, and the disk space of its databases in
 * bytes.
 */
export async function measureCluster(url: string): Promise<{ postgres: string; clusterBytes: number }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ postgres: string; bytes: string }>(
      `SELECT current_setting('server_version') AS postgres, sum(pg_database_size(oid)) AS bytes FROM pg_database`,
    )
    return { postgres: rows[0]?.postgres ?? '', clusterBytes: Number(rows[0]?.bytes) }
  } finally {
    await client.end()
  }
}
