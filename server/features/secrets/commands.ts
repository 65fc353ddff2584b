import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import { isSealed, type SecretBox, type SecretPlace } from '../../platform/secrets/secret-box.ts'
import { sealedColumns } from './sealed-columns.ts'

type Column = (typeof sealedColumns)[number]

/** Values per transaction. */
const batchSize = 100

const checkPlace: SecretPlace = { table: 'installation', column: 'key_check', row: 'true' }

/** Whether the database has ever been used with a key. */
export async function hasKeyCheck(db: Connection): Promise<boolean> {
  const { rows } = await sql`SELECT FROM installation WHERE key_check IS NOT NULL`.execute(db)
  return rows.length > 0
}

/**
 * Records the key of a database that has none; of several servers that start together, the first one
 * decides. Returns whether the recorded key is one of this server's.
 */
export async function claimKey(db: Connection, secrets: SecretBox): Promise<boolean> {
  const { rows } = await sql<{ key_check: Buffer }>`
    UPDATE installation SET key_check = coalesce(key_check, ${secrets.seal(checkPlace, 'openhour')}) RETURNING key_check`.execute(db)
  return rows[0] !== undefined && opensKeyCheck(secrets, rows[0].key_check)
}

/** Whether the key that a database has recorded is one of these. */
export function opensKeyCheck(secrets: SecretBox, keyCheck: Buffer): boolean {
  try {
    return secrets.open(checkPlace, keyCheck).toString() === 'openhour'
  } catch {
    return false
  }
}

/** Number of values encrypted with keys that this server does not have. */
export async function countUndecryptable(db: Connection, secrets: SecretBox): Promise<number> {
  let count = 0
  for (const column of sealedColumns) {
    const { rows } = await sql<{ key: string; count: number }>`
      SELECT encode(substring(${sql.ref(column.column)} FROM 5 FOR 8), 'hex') AS key, count(*)::int AS count
      FROM ${sql.table(column.table)} WHERE is_sealed(${sql.ref(column.column)}) GROUP BY 1`.execute(db)
    for (const row of rows) if (!secrets.hasKey(row.key)) count += row.count
  }
  return count
}

/**
 * Encrypts plaintext values and values with an older key with the current key, and then records that key.
 * Several servers share the work. Returns the number of plaintext values.
 */
export async function resealAll(db: Connection, secrets: SecretBox, ending?: AbortSignal): Promise<number> {
  let plain = 0
  for (const column of sealedColumns) {
    let plainHere = 0
    for (;;) {
      if (ending?.aborted) return plain + plainHere
      const batch = await resealBatch(db, secrets, column)
      plainHere += batch.plain
      if (batch.sealed < batchSize) break
    }
    // A row's old version stays in the table's file until the table is rewritten.
    if (plainHere > 0) await sql`VACUUM FULL ${sql.table(column.table)}`.execute(db)
    plain += plainHere
  }
  await renewKeyCheck(db, secrets)
  return plain
}

/** Waits for locked rows, so that none is left out. */
const resealBatch = (db: Connection, secrets: SecretBox, { table, column, key }: Column): Promise<{ sealed: number; plain: number }> =>
  db.transaction().execute(async trx => {
    const value = sql.ref(column)
    const { rows } = await sql<{ row: string; value: Buffer }>`
      SELECT ${sql.ref(key)}::text AS row, ${value} AS value FROM ${sql.table(table)}
      WHERE ${value} IS NOT NULL AND (NOT is_sealed(${value}) OR substring(${value} FROM 5 FOR 8) <> decode(${secrets.currentKey()}, 'hex'))
      ORDER BY ${sql.ref(key)} LIMIT ${batchSize} FOR UPDATE`.execute(trx)
    const plain = rows.filter(row => !isSealed(row.value)).length
    for (const { row, value: stored } of rows) {
      const place = { table, column, row }
      const content = isSealed(stored) ? secrets.open(place, stored) : stored
      await sql`UPDATE ${sql.table(table)} SET ${value} = ${secrets.seal(place, content)} WHERE ${sql.ref(key)}::text = ${row}`.execute(trx)
    }
    return { sealed: rows.length, plain }
  })

async function renewKeyCheck(db: Connection, secrets: SecretBox): Promise<void> {
  await sql`UPDATE installation SET key_check = ${secrets.seal(checkPlace, 'openhour')}
    WHERE substring(key_check FROM 5 FOR 8) <> decode(${secrets.currentKey()}, 'hex')`.execute(db)
}

/** Number of values that still need an older key. */
export async function countWithOlderKey(db: Connection, secrets: SecretBox): Promise<number> {
  let count = 0
  for (const { table, column } of sealedColumns) {
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.table(table)}
      WHERE substring(${sql.ref(column)} FROM 5 FOR 8) <> decode(${secrets.currentKey()}, 'hex')`.execute(db)
    count += rows[0]?.count ?? 0
  }
  return count
}
