import type * as z from 'zod'
import type { RecordView } from '#contract/profile.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import type { ShownPart } from '#contract/access-log.ts'

/** The people who opened a person's record, latest first. The route has decided that the caller may see it. */
export async function listViews(
  db: Connection,
  _scope: Scope,
  { userId, page, per_page }: { userId: string; page: number; per_page: number },
) {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('record_views as v')
      .innerJoin('users as u', 'u.id', 'v.viewer_id')
      .select(['v.id', 'v.what', 'v.reason', 'v.at', 'u.id as viewer_id', 'u.name as viewer_name'])
      .where('v.user_id', '=', userId)
      .orderBy('v.at', 'desc')
      .orderBy('v.id', 'desc')
      .limit(per_page)
      .offset((page - 1) * per_page)
      .execute(),
    db
      .selectFrom('record_views')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
  ])
  const data = rows.map(({ id, what, reason, at, viewer_id, viewer_name }): z.input<typeof RecordView> => ({
    id,
    viewer: { id: viewer_id, name: viewer_name },
    what: what as ShownPart,
    reason,
    at,
  }))
  return { data, meta: { page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) } }
}
