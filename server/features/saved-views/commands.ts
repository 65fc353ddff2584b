import { sql } from 'kysely'
import { maxViews } from '#contract/saved-view-limits.ts'
import type { NewSavedView, SavedView } from '#contract/saved-views.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { lockCaller } from '../people/commands.ts'

/**
 * Saves a view of the caller. It replaces the one of the same list and name. No audit row: the log would keep the names
 * of deleted views. Refusals: those of `lockCaller`, 409 `too_many_saved_views`.
 */
export const saveView = (db: Connection, scope: PersonScope, { list, name, params }: NewSavedView): Promise<SavedView | Refusal> =>
  decideInTransaction(db, async (trx): Promise<SavedView | Refusal> => {
    // Serialises concurrent calls, so that the count is right, and erasing or merging the caller leaves no view behind.
    const closed = await lockCaller(trx, scope)
    if (closed) return closed
    const { id } = scope.person
    const { rows } = await sql<SavedView>`INSERT INTO saved_views (user_id, list, name, params, created_at)
      SELECT ${id}, ${list}, ${name}, ${JSON.stringify(params)}::jsonb, ${scope.now}
      WHERE (SELECT count(*) FROM saved_views WHERE user_id = ${id} AND list = ${list} AND name <> ${name}) < ${maxViews}
      ON CONFLICT (user_id, list, name) DO UPDATE SET params = EXCLUDED.params
      RETURNING id, list, name, params`.execute(trx)
    return rows[0] ?? refuse('too_many_saved_views')
  })

/** Deletes a view of the caller. False if there is none. */
export const deleteView = async (db: Connection, { person }: PersonScope, viewId: string): Promise<boolean> =>
  (await db.deleteFrom('saved_views').where('id', '=', viewId).where('user_id', '=', person.id).returning('id').executeTakeFirst()) !==
  undefined
