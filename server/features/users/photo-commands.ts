import type { Connection } from '../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { replacePhoto } from '../people/photos/commands.ts'
import { mayManage } from './queries.ts'

/**
 * Sets a person's photo, or removes it (null). Null on success. Refusals: 403 `outranked`, 409 `record_closed`, and
 * those of the caller's own.
 */
export const replacePhotoOf = (db: Connection, scope: PersonScope, id: string, upload: Buffer | null): Promise<Refusal | null> =>
  replacePhoto(db, scope, {
    id,
    upload,
    refuse: async trx => {
      if (!(await mayManage(trx, scope, id))) return refuse('outranked')
      const open = await trx
        .selectFrom('users')
        .select('id')
        .where('id', '=', id)
        .where('merged_into', 'is', null)
        .where('erased_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      return open ? null : refuse('record_closed')
    },
  })
