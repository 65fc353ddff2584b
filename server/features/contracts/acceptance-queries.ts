import { sql, type RawBuilder } from 'kysely'
import type { AcceptedBy, Certificate, NotAccepted, SearchQuery } from '#contract/contracts.ts'
import type { Connection } from '../../platform/database.ts'
import { holds, type PersonScope, type Scope } from '../../platform/scope.ts'

interface Listed<Item> {
  data: Item[]
  meta: { page: number; per_page: number; total: number; last_page: number }
}

/** Who accepted a contract, latest first; `version` only that one. Names and phones are those kept with the acceptance. */
export function listAcceptances(
  db: Connection,
  _scope: Scope,
  contractId: string,
  { version, ...filter }: SearchQuery & { version?: number | undefined },
): Promise<Listed<AcceptedBy>> {
  const matching = sql`
    FROM acceptances a JOIN contract_versions v ON v.id = a.version_id
    WHERE v.contract_id = ${contractId} AND ${version === undefined ? sql`true` : sql`v.version = ${version}`}
      AND ${matches(filter.search, sql`a.person_name`, sql`a.person_phone`)}`
  const columns = sql`a.id, a.user_id, a.person_name AS name, a.person_phone AS phone, v.version, a.accepted_at, a.recorded_by <> a.user_id AS by_staff`
  return listPage(db, filter, columns, matching, sql`a.accepted_at DESC, a.id`)
}

/**
 * Active people who have not accepted a contract's version in force, those with an appointment soon first. Where the contract is required
 * for nothing, or not in force, nobody is missing.
 */
export function listMissing(db: Connection, scope: Scope, contractId: string, filter: SearchQuery): Promise<Listed<NotAccepted>> {
  const matching = sql`
    FROM users u
    JOIN current_contracts c ON c.id = ${contractId} AND c.required_for IS NOT NULL
    LEFT JOIN LATERAL (
      SELECT p.starts_at, places.time_zone FROM appointments p JOIN schedules s ON s.id = p.schedule_id JOIN places ON places.id = s.place_id
      WHERE p.user_id = u.id AND p.status IN ('pending', 'booked') AND p.starts_at > ${scope.now} ORDER BY p.starts_at LIMIT 1
    ) ahead ON true
    WHERE u.active AND NOT EXISTS (SELECT 1 FROM acceptances a WHERE a.user_id = u.id AND a.version_id = c.version_id)
      AND ${matches(filter.search, sql`u.name`, sql`u.phone`)}`
  const columns = sql`u.id AS user_id, u.name, u.phone, ahead.starts_at AS next_appointment_at, ahead.time_zone AS next_appointment_zone,
    (SELECT max(v.version) FROM acceptances a JOIN contract_versions v ON v.id = a.version_id
      WHERE a.user_id = u.id AND v.contract_id = c.id) AS accepted_version`
  return listPage(db, filter, columns, matching, sql`ahead.starts_at NULLS LAST, lower(u.name), u.id`)
}

/** One acceptance with everything that was kept: one's own, or for whoever writes contracts or looks after people anybody's. */
export async function findCertificate(db: Connection, scope: PersonScope, id: string): Promise<Certificate | null> {
  const seesAll = holds(scope, 'Contract Edit') || holds(scope, 'User List')
  const row = await db
    .selectFrom('acceptances as a')
    .innerJoin('contract_versions as v', 'v.id', 'a.version_id')
    .innerJoin('contracts as c', 'c.id', 'v.contract_id')
    .innerJoin('users as r', 'r.id', 'a.recorded_by')
    .select([
      'a.id',
      'a.user_id',
      'c.id as contract_id',
      'c.key',
      'v.title',
      'v.body',
      'v.version',
      'a.version_id',
      'a.sha256',
      'c.required_for',
      'a.accepted_at',
    ])
    .select(['a.person_name', 'a.person_phone', 'a.user_agent', 'a.recorded_by', 'r.name as recorder'])
    .select([sql<string>`v.published_at`.as('published_at'), sql<string | null>`host(a.ip)`.as('ip')])
    .where('a.id', '=', id)
    .$if(!seesAll, query => query.where('a.user_id', '=', scope.person.id))
    .executeTakeFirst()
  if (!row) return null
  const { user_id, person_name, person_phone, recorded_by, recorder, ...kept } = row
  const by_staff = recorded_by !== user_id
  return { ...kept, by_staff, recorded_by: by_staff ? recorder : null, person: { id: user_id, name: person_name, phone: person_phone } }
}

/** Every word in the name, or at least three digits of the phone. */
function matches(search: string | undefined, name: RawBuilder<unknown>, phone: RawBuilder<unknown>): RawBuilder<boolean> {
  if (!search) return sql<boolean>`true`
  const digits = search.replace(/\D/g, '').replace(/^0+/, '')
  const byName = sql`strpos(lower(${name}), lower(${search})) > 0`
  return digits.length < 3 ? sql<boolean>`${byName}` : sql<boolean>`(${byName} OR strpos(${phone}, ${digits}) > 0)`
}

async function listPage<Item>(
  db: Connection,
  { page, per_page }: SearchQuery,
  columns: RawBuilder<unknown>,
  matching: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<Listed<Item>> {
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total ${matching}`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  const { rows } =
    await sql<Item>`SELECT ${columns} ${matching} ORDER BY ${order} LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db)
  return { data: rows, meta: { page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) } }
}
