import type { Connection } from '../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { lockPeople } from '../people/commands.ts'
import { replacePhoto } from '../people/photos/commands.ts'
import { mayManage } from './queries.ts'

/**
 * Sets a person's photo, or removes it (null). Null on success. Refusals: 403 `outranked`, and those of the caller's
 * own.
 */
export const replacePhotoOf = (db: Connection, scope: PersonScope, id: string, upload: Buffer | null): Promise<Refusal | null> =>
  replacePhoto(db, scope, {
    id,
    upload,
    mayNot: async trx => {
      await lockPeople(trx, scope, [id])
      return (await mayManage(trx, scope, id)) ? null : refuse('outranked')
    },
  })
