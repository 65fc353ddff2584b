import { type Insertable, sql, type Transaction } from 'kysely'
import type { Database } from '../types.ts'

/** So that no statement takes seconds on a slow machine: each row may run many triggers. */
const rowsPerStatement = 500

/**
 * Inserts rows in order, with the table's checks and triggers. The columns are those of the first row. Rows are
 * passed as one JSON value, because binding thousands of parameters takes longer than inserting.
 */
export async function insertRows<Table extends keyof Database & string>(
  trx: Transaction<Database>,
  table: Table,
  rows: readonly Insertable<Database[Table]>[],
): Promise<void> {
  if (!rows[0]) return
  const columns = sql.join(Object.keys(rows[0]).map(column => sql.ref(column)))
  for (let first = 0; first < rows.length; first += rowsPerStatement) {
    const some = rows.slice(first, first + rowsPerStatement)
    const { numAffectedRows } = await sql`INSERT INTO ${sql.table(table)} (${columns})
      SELECT ${columns} FROM json_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(some)}::json)`.execute(trx)
    if (numAffectedRows !== BigInt(some.length)) throw new Error(`The demo wrote ${numAffectedRows} of ${some.length} rows to ${table}.`)
  }
}
