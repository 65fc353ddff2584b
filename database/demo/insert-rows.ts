import { type Insertable, sql, type Transaction } from 'kysely'
import type { Database } from '../types.ts'

/**
 * Writes rows in one statement, in their order, through the table's own checks and triggers. The columns are the first row's.
 * They go as one JSON value: thousands of parameters would take longer to bind than the rows to write.
 */
export async function insertRows<Table extends keyof Database & string>(
  trx: Transaction<Database>,
  table: Table,
  rows: readonly Insertable<Database[Table]>[],
): Promise<void> {
  if (!rows[0]) return
  const columns = sql.join(Object.keys(rows[0]).map(column => sql.ref(column)))
  const { numAffectedRows } = await sql`INSERT INTO ${sql.table(table)} (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(trx)
  if (numAffectedRows !== BigInt(rows.length)) throw new Error(`The demo wrote ${numAffectedRows} of ${rows.length} rows to ${table}.`)
}
