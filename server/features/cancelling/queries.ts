import { type RawBuilder, sql } from 'kysely'
import type { Param } from '../../platform/database/compiled-query.ts'
import type { Scope } from '../../platform/scope.ts'

/**
 * Whether an appointment (`alias`) needs its mentor: it has no outcome and is not over. More than `is_open_at` (SQL), which
 * clients who have been checked in and times that have started do not meet.
 */
export const isUnfinished = (alias: string, { now }: { now: Scope['now'] | string | Param<Date> }): RawBuilder<boolean> =>
  sql<boolean>`(awaits_outcome(${sql.ref(`${alias}.status`)}) AND ${sql.ref(`${alias}.ends_at`)} > ${now})`
