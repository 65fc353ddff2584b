import { type Insertable, sql, type Transaction } from 'kysely'
import type { Database } from '../types.ts'

/**
 * Inserts rows with one statement, in order, with the table's checks and triggers. The columns are those
 * of the first row. Rows are passed as one JSON value, because binding thousands of parameters takes
 * longer than inserting.
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
