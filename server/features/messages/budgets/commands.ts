import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'

/** A budget for one day in the organisation's zone. */
interface DayBudget {
  what: 'messages' | 'codes' | 'codes_known'
  count: number
  most: number
  zone: string
}

/**
 * Spends an amount of a day's budget if it is left, in one conditional statement that is safe across
 * servers. Call it in the transaction that it is for.
 */
export async function spendDayBudget(trx: Connection, { now }: Scope, { what, count, most, zone }: DayBudget): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO text_days AS t (day, what, spent) SELECT (${now}::timestamptz AT TIME ZONE ${zone})::date, ${what}, ${count}::int WHERE ${count}::int <= ${most}::int
    ON CONFLICT (day, what) DO UPDATE SET spent = t.spent + excluded.spent WHERE t.spent + excluded.spent <= ${most}::int`.execute(trx)
  return numAffectedRows === 1n
}

/** Start of the current day in the organisation's zone. */
export const startOfDay = ({ now }: Scope, zone: string) =>
  sql<string>`(date_trunc('day', ${now}::timestamptz AT TIME ZONE ${zone}) AT TIME ZONE ${zone})`

/** Seconds until that day ends, which lasts 23 or 25 hours when the clocks change. */
export const secondsLeftOfDay = ({ now }: Scope, zone: string) =>
  sql<number>`extract(epoch FROM (date_trunc('day', ${now}::timestamptz AT TIME ZONE ${zone}) + interval '1 day') AT TIME ZONE ${zone} - ${now}::timestamptz)::int`
