import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'

/** What may be spent on one day of the organisation's. */
interface DayBudget {
  what: 'messages' | 'codes' | 'codes_known'
  count: number
  most: number
  zone: string
}

/** Spends so much of a day's budget, if that much is left: one conditional statement, so that no number of servers spends more. Call it in the transaction of what it is for. */
export async function spendOfDay(trx: Connection, { now }: Scope, { what, count, most, zone }: DayBudget): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO text_days AS t (day, what, spent) SELECT (${now}::timestamptz AT TIME ZONE ${zone})::date, ${what}, ${count}::int WHERE ${count}::int <= ${most}::int
    ON CONFLICT (day, what) DO UPDATE SET spent = t.spent + excluded.spent WHERE t.spent + excluded.spent <= ${most}::int`.execute(trx)
  return numAffectedRows === 1n
}

/** When the organisation's day began. */
export const dayBegan = ({ now }: Scope, zone: string) =>
  sql<string>`(date_trunc('day', ${now}::timestamptz AT TIME ZONE ${zone}) AT TIME ZONE ${zone})`
