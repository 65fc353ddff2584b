import type { Connection } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { makeLogo } from './make-logo.ts'

/** Unused logos that are kept, so that an administrator can save what was just uploaded, or go back. */
const maxUnused = 10

/**
 * Stores a logo and returns its id. The same picture has the same id. The oldest unused logos are deleted.
 * 422 `bad_image`.
 */
export async function storeLogo(db: Connection, scope: Scope, upload: Buffer): Promise<{ id: string } | Refusal> {
  const logo = await makeLogo(upload)
  if (logo instanceof Refusal) return logo
  await db.transaction().execute(async trx => {
    // Settings that name one of them are saved before or after.
    const { logo_light, logo_dark } = await trx
      .selectFrom('settings')
      .select(['logo_light', 'logo_dark'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    const used = [logo_light, logo_dark].filter(id => id !== null)
    await trx
      .insertInto('logos')
      .values({ ...logo, created_at: scope.now })
      .onConflict(oc => oc.column('id').doUpdateSet({ created_at: scope.now }))
      .execute()
    const surplus = await trx
      .deleteFrom('logos')
      .where('id', 'in', query =>
        query
          .selectFrom('logos')
          .select('id')
          .$if(used.length > 0, unused => unused.where('id', 'not in', used))
          .orderBy('created_at', 'desc')
          .orderBy('id')
          .offset(maxUnused),
      )
      .returning('id')
      .execute()
    await recordAudit(trx, scope, {
      action: 'created',
      subject: 'settings',
      subjectId: null,
      after: { logo: logo.id, ...(surplus.length > 0 && { deleted: surplus.map(({ id }) => id) }) },
    })
  })
  return { id: logo.id }
}
