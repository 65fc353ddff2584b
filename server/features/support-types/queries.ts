import type { SupportType } from '#contract/support-types.ts'
import type { Connection } from '../../platform/database.ts'
import type { Scope } from '../../platform/scope.ts'
import { presentSupportType } from './present.ts'

/** The support types on offer, in their fixed order. */
export async function listSupportTypes(db: Connection, _scope: Scope): Promise<SupportType[]> {
  const rows = await db.selectFrom('support_types').selectAll().where('active', '=', true).orderBy('position').orderBy('name').execute()
  return rows.map(presentSupportType)
}

/** One support type that can be booked. */
export async function findSupportType(db: Connection, _scope: Scope, id: string): Promise<SupportType | null> {
  const row = await db.selectFrom('support_types').selectAll().where('id', '=', id).where('active', '=', true).executeTakeFirst()
  return row ? presentSupportType(row) : null
}
