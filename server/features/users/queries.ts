import { sql } from 'kysely'
import type * as z from 'zod'
import type { ListedUser, UserDetails, UserFilter, userCalls } from '#contract/users.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { defineSharedQuery } from '../../platform/database/shared-query.ts'
import { maxExported, streamInParts } from '../../platform/stream-in-parts.ts'
import { holds, type PersonScope, type Scope } from '../../platform/scope.ts'
import { signsInOf } from '../people/emails/queries.ts'
import { mentorProfileOf } from '../people/mentor-profile/queries.ts'
import { userColumns } from '../people/present.ts'
import { isOpenRecord } from '../people/queries.ts'
import { presentDetails, presentListed, type DetailsRow, type ListedRow } from './present.ts'
import { listOpenSessions } from '../sessions/queries.ts'
import { hasWords, searchWords } from '../person-search/queries.ts'

type Filter = z.output<(typeof userCalls)['GET /api/users']['query']>

/** An instant inside JSON, as the driver writes those outside. */
const utc = (column: ReturnType<typeof sql>) => sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const columns = sql.join(userColumns.map(name => sql.ref(`u.${name}`)))
const rolesOfRow = sql`(SELECT coalesce(json_agg(json_build_object('id', r.id, 'name', r.name) ORDER BY r.name), '[]')
  FROM role_assignments a JOIN roles r ON r.id = a.role_id WHERE a.user_id = u.id)`

/** When a person `u` comes next and came last, and how many missed appointments count. */
const visitsOfRow = ({ now }: Scope) => sql`json_build_object(
    'next_at', (SELECT ${utc(sql`min(a.starts_at)`)} FROM appointments a WHERE a.user_id = u.id AND is_open_at(a.status, a.starts_at, ${now})),
    'last_at', (SELECT ${utc(sql`max(a.starts_at)`)} FROM appointments a WHERE a.user_id = u.id AND a.status = 'fulfilled'),
    'missed', (SELECT standing.missed FROM settings o, client_standing(u.id, ${now}, o.missed_days) standing)
  )`

/**
 * People in the order asked for. What matches is found once and counted there, and only the page that is shown is
 * read in full: that is what keeps a search and its total quick among 100,000. A search that finds a merged record
 * lists the one that stands for the person. Which people match does not depend on the caller (`findIds`); their
 * contents are read for each call.
 */
export async function findUsers(db: Connection, scope: PersonScope, filter: Filter) {
  const { page, per_page } = filter
  const { total, ids } = await findIds(db, scope, filter)
  const data = await readListed(db, scope, ids)
  return { data, meta: { page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) } }
}

async function readListed(db: Connection, scope: PersonScope, ids: readonly string[]): Promise<ListedUser[]> {
  if (ids.length === 0) return []
  const visits = holds(scope, 'Appointment List') ? visitsOfRow(scope) : sql`NULL::json`
  const people = sql<ListedRow>`SELECT ${columns}, ${rolesOfRow} AS roles, ${visits} AS visits FROM users u WHERE u.id = ANY (${ids}) ORDER BY array_position(${ids}::uuid[], u.id)`
  return (await people.execute(db)).rows.map(presentListed)
}

/** All people of a filter in its order, in parts. Those added meanwhile are left out. */
export async function* streamUsers(db: Connection, scope: PersonScope, filter: UserFilter): AsyncGenerator<ListedUser[]> {
  const { ids } = await findIds(db, scope, { ...filter, page: 1, per_page: maxExported })
  yield* streamInParts(ids, part => readListed(db, scope, part))
}

/**
 * The order and its reverse. An id is a UUIDv7, which begins with the time of its creation: its index is the order
 * by age.
 */
function ordersOf(sort: UserFilter['sort']) {
  const keys = sort.endsWith('name') ? ['name_key', 'id'] : ['id']
  const up = sql.join(keys.map(key => sql.ref(key)))
  const down = sql.join(keys.map(key => sql`${sql.ref(key)} DESC`))
  return sort.startsWith('-') ? [down, up] : [up, down]
}

/** The ids on a page of what a filter finds, and how many it finds. */
const findIds = defineSharedQuery('users', async (db, _scope, filter: Filter) => {
  const { page, per_page, state, role_id, sort } = filter
  const words = searchWords(filter.search ?? '')
  const listed = sql`${isOpenRecord('u')}
    ${state === 'all' ? sql`` : sql`AND u.active = ${state === 'active'}`}
    ${role_id ? sql`AND EXISTS (SELECT 1 FROM role_assignments a WHERE a.user_id = u.id AND a.role_id = ${role_id})` : sql``}`
  const matches = words.length > 0 ? hasWords('u', words) : sql`true`
  // Those whose own words do not match, but those of a record that was merged into theirs.
  const throughMerged = sql`UNION ALL SELECT u.id, u.name_key FROM users u WHERE ${listed} AND NOT ${matches}
    AND u.id IN (SELECT m.merged_into FROM users m WHERE m.merged_into IS NOT NULL AND ${hasWords('m', words)})`
  const hits = sql`(SELECT u.id, u.name_key FROM users u WHERE ${listed} AND ${matches} ${words.length > 0 ? throughMerged : sql``})`
  const skipped = (page - 1) * per_page
  const [order, backwards] = ordersOf(sort)
  // Without words the order's own index gives the page and the count; with words everything that matches is
  // needed for the count anyway.
  const found = words.length > 0 ? sql`WITH hits AS MATERIALIZED ${hits}` : sql`WITH hits AS NOT MATERIALIZED ${hits}`
  // Pages in the second half are read from the end: the last of 100,000 people takes 5 ms instead of 44.
  const { rows } = await sql<{ total: number; ids: string[] }>`${found}, counted AS MATERIALIZED (SELECT count(*) AS total FROM hits)
    SELECT total, CASE WHEN ${skipped}::bigint * 2 <= total
      THEN ARRAY(SELECT id FROM hits ORDER BY ${order} LIMIT ${per_page} OFFSET ${skipped})
      ELSE ARRAY(SELECT id FROM (SELECT id, name_key FROM hits ORDER BY ${backwards}
        LIMIT (SELECT greatest(0, least(${per_page}::bigint, total - ${skipped}::bigint)) FROM counted)
        OFFSET (SELECT greatest(0, total - ${skipped}::bigint - ${per_page}::bigint) FROM counted)) part ORDER BY ${order}) END AS ids
    FROM counted`.execute(db)
  return rows[0] ?? { total: 0, ids: [] }
})

/** What a person `u` has ahead, as JSON. */
export const openAhead = ({ now }: { now: Date }) => sql`json_build_object(
        'appointments', (SELECT count(*) FROM appointments a WHERE a.user_id = u.id AND is_open_at(a.status, a.starts_at, ${now})),
        'waiting', (SELECT count(*) FROM waiting_list w WHERE w.user_id = u.id AND is_open_entry(w.state)),
        'with_them', (SELECT count(*) FROM appointments a WHERE a.mentor_id = u.id AND is_open_at(a.status, a.starts_at, ${now}))
      )`

/** Maximum number of sessions that staff see of a person, those used last. */
const maxSessions = 50

/** A person as staff open them, with what the caller may do; null where there is none. */
export async function readUserDetails(db: Connection, scope: PersonScope, id: string): Promise<UserDetails | null> {
  const { person, now } = scope
  const { rows } = await sql<DetailsRow & { abilities: string[]; is_admin: boolean; is_mentor: boolean }>`
    SELECT ${columns}, u.contact_name, u.contact_phone, u.channel, u.note, u.phone_verified_at, u.email_verified_at, u.password_hash IS NOT NULL AS has_password,
      EXISTS (SELECT 1 FROM authenticators x WHERE x.user_id = u.id) AS has_authenticator, u.erased_at,
      json_build_object(
        'passkeys', (SELECT count(*) FROM passkeys x WHERE x.user_id = u.id),
        'passkey_used_at', (SELECT ${utc(sql`max(x.last_used_at)`)} FROM passkeys x WHERE x.user_id = u.id),
        'recovery_codes', (SELECT count(*) FROM recovery_codes x WHERE x.user_id = u.id AND x.used_at IS NULL),
        'providers', (SELECT coalesce(json_agg(DISTINCT p.name), '[]') FROM provider_accounts x
          JOIN identity_providers p ON p.id = x.provider_id AND p.enabled WHERE x.user_id = u.id),
        'last', (SELECT json_build_object('method', s.method, 'at', ${utc(sql`s.created_at`)}) FROM sessions s
          WHERE s.user_id = u.id AND s.program IS NULL ORDER BY s.created_at DESC, s.id DESC LIMIT 1)
      ) AS sign_in,
      ${rolesOfRow} AS roles,
      (SELECT json_build_object('id', o.id, 'name', o.name) FROM users o WHERE o.id = u.merged_into) AS merged_into,
      (SELECT coalesce(json_agg(json_build_object('id', m.id, 'name', m.name, 'phone', m.phone) ORDER BY m.created_at), '[]')
        FROM users m WHERE m.merged_into = u.id) AS merged,
      ${openAhead({ now })} AS ahead, ${mentorProfileOf} AS mentor,
      may_manage(${person.id}, u.id) AS managed, ${signsInOf(sql`u.id`)} AS signs_in, has_account(u.id) AS has_account,
      r.abilities, r.is_admin, r.is_mentor
    FROM users u CROSS JOIN LATERAL roles_of(u.id) r WHERE u.id = ${id}`.execute(db)
  const row = rows[0]
  if (!row) return null
  const owner = { id, abilities: row.abilities, isAdmin: row.is_admin, isMentor: row.is_mentor }
  const sessions = (await listOpenSessions(db, scope, owner)).slice(0, maxSessions)
  return presentDetails({ ...row, sessions }, scope)
}

/** Whether there is such a person, merged and erased ones too. */
export const userExists = async (db: Connection, _scope: Scope, id: string): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** The holder of a phone number: `phone_taken` names them to a caller who may list people. */
export const findHolder = (db: Connection, scope: Scope, phone: string): Promise<{ id: string; name: string } | undefined> =>
  holds(scope, 'User List')
    ? db.selectFrom('users').select(['id', 'name']).where('phone', '=', phone).where('active', '=', true).executeTakeFirst()
    : Promise.resolve(undefined)

/** Whether the caller holds every ability that a person holds. */
export async function mayManage(db: Connection, { person }: PersonScope, id: string): Promise<boolean> {
  const { rows } = await sql<{ managed: boolean }>`SELECT may_manage(${person.id}, ${id}) AS managed`.execute(db)
  return rows[0]?.managed === true
}
