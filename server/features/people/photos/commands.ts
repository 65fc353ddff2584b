import type { Connection } from '../../../platform/database/connection.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import type { PersonScope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { isOpenRecord } from '../queries.ts'
import { makePhoto } from './make-photo.ts'

/** Sets the caller's photo, or removes it (null), and deletes the previous one. Null on success. */
export const replaceOwnPhoto = (db: Connection, scope: PersonScope, upload: Buffer | null): Promise<Refusal | null> =>
  replacePhoto(db, scope, { id: scope.person.id, upload })

interface NewPhoto {
  id: string
  /** Null: the photo is removed. */
  upload: Buffer | null
  /** Decides in the same transaction whether the caller may. */
  mayNot?: (trx: Connection) => Promise<Refusal | null>
}

/**
 * Sets or removes a person's photo and deletes the previous one. Null on success. Refusals: 409 `record_closed`, also
 * for a person erased while the picture is converted, and those of `convertPicture` and `mayNot`.
 */
export async function replacePhoto(db: Connection, scope: PersonScope, { id, upload, mayNot }: NewPhoto): Promise<Refusal | null> {
  const bytes = upload && (await makePhoto(upload))
  if (bytes instanceof Refusal) return bytes
  return db.transaction().execute(async trx => {
    const refusal = await mayNot?.(trx)
    if (refusal) return refusal
    const open = await trx
      .selectFrom('users')
      .select('photo_id')
      .where('id', '=', id)
      .where(isOpenRecord('users'))
      .forUpdate()
      .executeTakeFirst()
    if (!open) return refuse('record_closed')
    const before = open.photo_id
    if (before === null && bytes === null) return null
    const photo = bytes && { type: 'image/webp' as const, bytes, created_at: scope.now }
    const after = photo && (await trx.insertInto('photos').values(photo).returning('id').executeTakeFirstOrThrow())
    await trx
      .updateTable('users')
      .set({ photo_id: after?.id ?? null })
      .where('id', '=', id)
      .execute()
    if (before !== null) await trx.deleteFrom('photos').where('id', '=', before).execute()
    await recordAudit(trx, scope, { action: 'changed', subject: 'user', subjectId: id, personId: id, after: { fields: ['photo'] } })
    return null
  })
}
