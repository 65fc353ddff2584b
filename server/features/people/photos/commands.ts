import type { Connection } from '../../../platform/database/connection.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { PersonScope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { makePhoto } from './make-photo.ts'

/** Sets the caller's photo and deletes the previous one. Null on success. */
export async function setOwnPhoto(db: Connection, scope: PersonScope, upload: Buffer): Promise<Refusal | null> {
  const bytes = await makePhoto(upload)
  if (bytes instanceof Refusal) return bytes
  await replaceOwnPhoto(db, scope, bytes)
  return null
}

/** Removes the caller's photo, if there is one. */
export const removeOwnPhoto = (db: Connection, scope: PersonScope): Promise<void> => replaceOwnPhoto(db, scope, null)

async function replaceOwnPhoto(db: Connection, scope: PersonScope, bytes: Buffer | null): Promise<void> {
  const { person, now } = scope
  await db.transaction().execute(async trx => {
    const { photo_id: before } = await trx
      .selectFrom('users')
      .select('photo_id')
      .where('id', '=', person.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (before === null && bytes === null) return
    const after =
      bytes &&
      (await trx.insertInto('photos').values({ type: 'image/webp', bytes, created_at: now }).returning('id').executeTakeFirstOrThrow())
    await trx
      .updateTable('users')
      .set({ photo_id: after?.id ?? null })
      .where('id', '=', person.id)
      .execute()
    if (before !== null) await trx.deleteFrom('photos').where('id', '=', before).execute()
    await recordAudit(trx, scope, {
      action: 'changed',
      subject: 'user',
      subjectId: person.id,
      personId: person.id,
      after: { fields: ['photo'] },
    })
  })
}
