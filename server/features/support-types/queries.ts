import { type RawBuilder, sql } from 'kysely'
import type { OfferedSupportType, SupportType } from '#contract/support-types.ts'
import { defineQuery } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { defineSharedQuery } from '../../platform/database/shared-query.ts'
import type { Scope } from '../../platform/scope.ts'
import { countAhead, type AheadRow } from '../session-counts/queries.ts'
import { presentSupportType, type SupportTypeRow } from './present.ts'

const supportTypesOnOffer = defineQuery('support types on offer', db =>
  db
    .selectFrom('support_types')
    .select([
      'id',
      'name',
      'description',
      'colour',
      'slot_minutes',
      'interpreted_minutes',
      'price_amount',
      'price_currency',
      'needs_approval',
      'active',
      'revision',
    ])
    .where('active', '=', sql.lit(true))
    .orderBy('position')
    .orderBy('name'),
)

/** The active support types, in their order. */
export const listSupportTypes = defineSharedQuery(
  'support types on offer',
  async (db): Promise<SupportType[]> => (await supportTypesOnOffer(db)).map(presentSupportType),
  { isPublic: true },
)

/** One active support type; with `retired`, any. */
export async function findSupportType(db: Connection, _scope: Scope, id: string, { retired = false } = {}): Promise<SupportType | null> {
  const row = await db.selectFrom('support_types').selectAll().where('id', '=', id).executeTakeFirst()
  return row && (row.active || retired) ? presentSupportType(row) : null
}

/** Every support type in order, active or retired, with its planned sessions. */
export async function readOfferedSupportTypes(db: Connection, scope: Scope): Promise<OfferedSupportType[]> {
  const rows = await offeredQuery(db, scope).orderBy('position').orderBy('name').execute()
  return rows.map(present)
}

/**
 * The same, shared by concurrent callers, because counting future sessions is slow. Not for the response
 * to a change.
 */
export const listOfferedSupportTypes = defineSharedQuery('offered support types', readOfferedSupportTypes)

/** One support type, active or retired, with its planned sessions. */
export async function findOfferedSupportType(db: Connection, scope: Scope, id: string): Promise<OfferedSupportType | null> {
  const row = await offeredQuery(db, scope).where('support_types.id', '=', id).executeTakeFirst()
  return row ? present(row) : null
}

const offeredQuery = (db: Connection, scope: Scope) =>
  db
    .selectFrom('support_types')
    .selectAll('support_types')
    .select(countAhead(scope, sql`schedules.support_type_id = support_types.id`).as('ahead'))

const present = (row: SupportTypeRow & { ahead: AheadRow }): OfferedSupportType => ({
  ...presentSupportType(row),
  confidential: row.confidential,
  ahead: row.ahead,
})

/** Whether a row with a `support_type_id`, by its alias, is about a confidential support type. */
export const isConfidential = (alias: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.support_type_id`)} IN (SELECT id FROM support_types WHERE confidential))`
