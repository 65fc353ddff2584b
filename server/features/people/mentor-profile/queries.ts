import { sql } from 'kysely'
import type { MentorProfile } from '#contract/people.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'

/** What clients read about the person `u`, as JSON; null for people who are no mentors by their roles. */
export const mentorProfileOf = sql<MentorProfile | null>`CASE WHEN (SELECT is_mentor FROM roles_of(u.id)) THEN json_build_object(
    'bio', coalesce((SELECT bio FROM mentor_profiles WHERE user_id = u.id), ''),
    'support_types', (SELECT coalesce(json_agg(json_build_object('id', t.id, 'name', t.name,
        'offered', EXISTS (SELECT FROM mentor_support_types m WHERE m.user_id = u.id AND m.support_type_id = t.id)) ORDER BY t.position, t.id), '[]')
      FROM support_types t WHERE t.active)
  ) END`

/** What clients read about a person; null for one who is no mentor by their roles, or unknown. */
export async function readMentorProfile(db: Connection, _scope: Scope, id: string): Promise<MentorProfile | null> {
  const { rows } = await sql<{ mentor: MentorProfile | null }>`SELECT ${mentorProfileOf} AS mentor FROM users u WHERE u.id = ${id}`.execute(
    db,
  )
  return rows[0]?.mentor ?? null
}
