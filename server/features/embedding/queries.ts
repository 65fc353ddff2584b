import type { Embedded } from './policy.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { readSettingsRow } from '../site/queries.ts'
import { hashVisit, visitMinutes } from './policy.ts'

/** The websites that may frame the booking page, as set now. */
export const readEmbedOrigins = async (db: Connection): Promise<readonly string[]> => (await readSettingsRow(db)).embed_origins

/** How a visit ended; null while it has not, and when that is too long ago. */
export async function readVisit(db: Connection, { now }: Scope, visit: string): Promise<Embedded | null> {
  const row = await db
    .selectFrom('visits')
    .select('result')
    .where('visit_hash', '=', hashVisit(visit))
    .where('created_at', '>', new Date(now.getTime() - visitMinutes * 60_000).toISOString())
    .executeTakeFirst()
  return row?.result ?? null
}
