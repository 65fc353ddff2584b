import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/connection.ts'
import { refuseField, type Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { readMentorProfile } from './queries.ts'

/** What is to change about a mentor; undefined stays as it is. Retired support types stay in any case. */
export interface MentorProfileChange {
  bio?: string | undefined
  support_type_ids?: readonly string[] | undefined
}

/**
 * The fields that differ from what is stored. Refusals: 422 at the field for a person who is no mentor, and at
 * `support_type_ids` for a support type that is not on offer.
 */
export async function compareMentorProfile(
  db: Connection,
  scope: Scope,
  id: string,
  { bio, support_type_ids }: MentorProfileChange,
): Promise<(keyof MentorProfileChange)[] | Refusal> {
  if (bio === undefined && support_type_ids === undefined) return []
  const stored = await readMentorProfile(db, scope, id)
  if (!stored) return refuseField(bio === undefined ? 'support_type_ids' : 'bio', 'field.isNotAnActiveMentor')
  const fields: (keyof MentorProfileChange)[] = bio === undefined || bio === stored.bio ? [] : ['bio']
  if (support_type_ids === undefined) return fields
  const wanted = new Set(support_type_ids)
  const changes = stored.support_types.some(type => type.offered !== wanted.has(type.id))
  for (const type of stored.support_types) wanted.delete(type.id)
  if (wanted.size > 0) return refuseField('support_type_ids', 'field.isNotASupportTypeOn')
  return changes ? [...fields, 'support_type_ids'] : fields
}

/** Writes these fields. The caller has locked the person's record. */
export async function writeMentorProfile(
  trx: Connection,
  _scope: Scope,
  id: string,
  { bio = '', support_type_ids = [] }: MentorProfileChange,
  fields: readonly (keyof MentorProfileChange)[],
): Promise<void> {
  if (fields.includes('bio'))
    await trx
      .insertInto('mentor_profiles')
      .values({ user_id: id, bio })
      .onConflict(conflict => conflict.column('user_id').doUpdateSet({ bio }))
      .execute()
  if (!fields.includes('support_type_ids')) return
  await sql`DELETE FROM mentor_support_types m USING support_types t
    WHERE m.user_id = ${id} AND t.id = m.support_type_id AND t.active AND t.id <> ALL (${support_type_ids}::uuid[])`.execute(trx)
  await sql`INSERT INTO mentor_support_types (user_id, support_type_id) SELECT ${id}, id FROM support_types WHERE id = ANY (${support_type_ids}::uuid[])
    ON CONFLICT DO NOTHING`.execute(trx)
}
