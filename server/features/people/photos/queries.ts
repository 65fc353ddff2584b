import type { Connection } from '../../../platform/database.ts'
import type { Scope } from '../../../platform/scope.ts'

/** A photo as it is served. Its id is its secret: whoever knows the address may see it. */
export const findPhoto = (db: Connection, _scope: Scope, id: string) =>
  db.selectFrom('photos').select(['type', 'bytes']).where('id', '=', id).executeTakeFirst()
