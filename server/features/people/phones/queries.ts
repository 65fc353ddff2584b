import { sql } from 'kysely'
import type { Scope } from '../../../platform/scope.ts'

/** Networks hand on numbers that are out of use. After so many days the number alone no longer opens the record. */
const dormantAfterDays = 365

/**
 * Whether the number of the row of `users` was not used for a year. Without any use, the year begins with
 * the record.
 */
export const isDormant = ({ now }: Scope) =>
  sql<boolean>`coalesce((SELECT used_at FROM phone_uses WHERE user_id = users.id), users.created_at) < ${now}::timestamptz - ${dormantAfterDays}::int * interval '1 day'`
