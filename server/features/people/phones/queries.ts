import { sql } from 'kysely'
import type { Scope } from '../../../platform/scope.ts'

/**
 * Networks reassign unused numbers. After this many days without use, the number alone does not open the
 * record.
 */
const dormantAfterDays = 365

/**
 * Condition on `users`: the number was not used for a year, counted from the record's creation if it was
 * never used.
 */
export const isDormant = ({ now }: Scope) =>
  sql<boolean>`coalesce((SELECT used_at FROM phone_uses WHERE user_id = users.id), users.created_at) < ${now}::timestamptz - ${dormantAfterDays}::int * interval '1 day'`
