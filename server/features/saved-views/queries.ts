import type { SavedView } from '#contract/saved-views.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope } from '../../platform/scope.ts'

/** The caller's views of every list. Pages sort them in the reader's language. */
export const listViews = (db: Connection, { person }: PersonScope): Promise<SavedView[]> =>
  db
    .selectFrom('saved_views')
    .select(['id', 'list', 'name', 'params'])
    .where('user_id', '=', person.id)
    .orderBy('list')
    .orderBy('name')
    .execute()
