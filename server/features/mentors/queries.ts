import { sql } from 'kysely'
import type { Mentor } from '#contract/mentors.ts'
import { defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { photoUrl } from '../people/present.ts'
import { isBookable } from '../schedules/bookable/queries.ts'
import { isActiveMentor } from '../schedules/planning/queries.ts'
import type { MentorRow as NamedMentor } from '../schedules/present.ts'

/**
 * Minimum number of clients with feedback with stars for a published rating. Fewer are not representative and could
 * identify a person. Mentors who book their own times do not count.
 */
const minRaters = 5
/** Of a mentor's newest feedback with stars, how many are read for their clients. */
const maxRatingsRead = 100

interface MentorRow extends Omit<Mentor, 'photo' | 'rating' | 'next_available_at' | 'next_available'> {
  photo_id: string | null
  rating_average: number | null
  rating_count: number
  raters: number
  next_at: string | null
  next_schedule_id: string
  next_support_type_id: string
  next_time_zone: string
}

/**
 * Active mentors by name, with the support types that they offer or have a free time of, their rating (clients'
 * stars), and their next bookable time.
 */
export async function listMentors(
  db: Connection,
  { now }: Scope,
  { supportTypeId, language }: { supportTypeId?: string | undefined; language?: string | undefined } = {},
): Promise<Mentor[]> {
  const bookable = isBookable('x', 's', { now, notice: sql.ref('o.notice_minutes'), interpreter: false })
  // Few mentors have sessions of types that they do not offer: only for these the times are searched.
  const { rows } = await sql<MentorRow>`
    WITH not_offered AS MATERIALIZED (
      SELECT sm.mentor_id, s.support_type_id FROM schedules s JOIN schedule_mentors sm ON sm.schedule_id = s.id
      WHERE s.status = 'published' AND s.ends_at > ${now}
      EXCEPT SELECT user_id, support_type_id FROM mentor_support_types
    )
    SELECT u.id, u.name, u.photo_id, coalesce(mp.bio, '') AS bio, u.working_languages AS languages, types.list AS support_types,
      round(r.star_sum::numeric / r.stars, 1)::float8 AS rating_average, coalesce(r.feedbacks, 0) AS rating_count, next.starts_at AS next_at,
      (SELECT count(DISTINCT newest.author_id)::int FROM (
        SELECT f.author_id FROM feedback f WHERE f.mentor_id = u.id AND f.type = 'client' AND f.stars > 0 AND f.author_id <> u.id AND r.feedbacks >= ${minRaters}
        ORDER BY f.created_at DESC, f.id DESC LIMIT ${maxRatingsRead}) newest) AS raters,
      next.schedule_id AS next_schedule_id, next.support_type_id AS next_support_type_id, next.time_zone AS next_time_zone
    FROM users u
    LEFT JOIN mentor_profiles mp ON mp.user_id = u.id
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'colour', t.colour) ORDER BY t.position), '[]') AS list,
        bool_or(t.id = ${supportTypeId ?? null}::uuid) AS offers
      FROM support_types t WHERE t.active AND t.id IN (
        SELECT mt.support_type_id FROM mentor_support_types mt WHERE mt.user_id = u.id
        UNION ALL SELECT n.support_type_id FROM not_offered n WHERE n.mentor_id = u.id AND EXISTS (
          SELECT FROM slots x JOIN schedules s ON s.id = x.schedule_id, settings o
          WHERE x.mentor_id = u.id AND s.support_type_id = n.support_type_id AND ${bookable}))
    ) types
    LEFT JOIN mentor_ratings r ON r.mentor_id = u.id AND r.stars > 0
    LEFT JOIN LATERAL (
      SELECT x.starts_at, x.schedule_id, s.support_type_id, p.time_zone
      FROM slots x JOIN schedules s ON s.id = x.schedule_id JOIN places p ON p.id = s.place_id
        JOIN support_types t ON t.id = s.support_type_id AND t.active, settings o
      WHERE x.mentor_id = u.id AND ${bookable}
        AND (${supportTypeId ?? null}::uuid IS NULL OR s.support_type_id = ${supportTypeId ?? null}::uuid)
      ORDER BY x.starts_at LIMIT 1
    ) next ON true
    WHERE ${isActiveMentor('u')}
      AND (${supportTypeId ?? null}::uuid IS NULL OR types.offers)
      AND (${language ?? null}::text IS NULL OR u.working_languages @> ARRAY[${language ?? null}::text])
    ORDER BY u.name, u.id`.execute(db)
  return rows.map(({ id, name, bio, languages, support_types, ...row }) => ({
    id,
    name,
    bio,
    languages,
    support_types,
    photo: photoUrl(row.photo_id),
    rating: row.rating_average !== null && row.raters >= minRaters ? { average: row.rating_average, count: row.rating_count } : null,
    next_available_at: row.next_at,
    next_available: row.next_at
      ? {
          schedule_id: row.next_schedule_id,
          support_type_id: row.next_support_type_id,
          starts_at: row.next_at,
          time_zone: row.next_time_zone,
        }
      : null,
  }))
}

const activeOrFormerMentor = defineQuery('active or former mentor', (db, { id }: { id: Param<string> }) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'photo_id'])
    .where('id', '=', id)
    .where(({ exists, selectFrom, or }) =>
      or([
        exists(
          selectFrom('role_assignments as r')
            .innerJoin('roles', 'roles.id', 'r.role_id')
            .select('roles.id')
            .where('r.user_id', '=', id)
            .where('is_mentor', '=', sql.lit(true)),
        ),
        // Checked only if the role does not decide, because past slots have no index.
        exists(selectFrom('slots').select('id').where('mentor_id', '=', id)),
      ]),
    ),
)

/** A mentor, also a former one; undefined for any other person. */
export const findMentor = async (db: Connection, _scope: Scope, id: string): Promise<NamedMentor | undefined> =>
  (await activeOrFormerMentor(db, { id }))[0]
