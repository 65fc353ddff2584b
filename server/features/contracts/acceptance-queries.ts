import { sql, type RawBuilder } from 'kysely'
import type { AcceptedBy, Certificate, NotAccepted, SearchQuery } from '#contract/contracts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { holds, type PersonScope, type Scope } from '../../platform/scope.ts'
import { maxExported, streamInParts } from '../../platform/stream-in-parts.ts'
import { containsWords, hasShownWords, searchWords } from '../person-search/queries.ts'

interface Listed<Item> {
  data: Item[]
  meta: { page: number; per_page: number; total: number; last_page: number }
}

/** The ids on a page of a list, and how many it has. */
interface Found {
  total: number
  ids: string[]
}

const listedColumns = sql`a.id, a.user_id, a.person_name AS name, a.person_phone AS phone, v.version, a.language, a.sha256,
  a.accepted_at, a.recorded_by <> a.user_id AS by_staff`

type AcceptanceFilter = SearchQuery & { version?: number | undefined }

/**
 * Acceptances of a contract, latest first, of one `version` if given. Names and phones are those
 * stored with the acceptance.
 */
export async function listAcceptances(
  db: Connection,
  scope: Scope,
  contractId: string,
  filter: AcceptanceFilter,
): Promise<Listed<AcceptedBy>> {
  const { total, ids } = await findAcceptanceIds(db, contractId, filter)
  return present(await readAcceptances(db, scope, ids), filter, total)
}

/** All acceptances of a filter in the same order, in parts. Those added meanwhile are left out. */
export async function* streamAcceptances(
  db: Connection,
  scope: Scope,
  contractId: string,
  filter: Omit<AcceptanceFilter, 'page' | 'per_page'>,
): AsyncGenerator<AcceptedBy[]> {
  const { ids } = await findAcceptanceIds(db, contractId, { ...filter, page: 1, per_page: maxExported })
  yield* streamInParts(ids, part => readAcceptances(db, scope, part))
}

function findAcceptanceIds(db: Connection, contractId: string, { version, ...filter }: AcceptanceFilter): Promise<Found> {
  const versions = sql`(SELECT id, version FROM contract_versions WHERE contract_id = ${contractId}
    AND ${version === undefined ? sql`true` : sql`version = ${version}`})`
  const words = searchWords(filter.search ?? '')
  return words.length > 0 ? findAccepted(db, versions, words, filter) : findLatestAccepted(db, versions, filter)
}

async function findLatestAccepted(db: Connection, versions: RawBuilder<unknown>, { page, per_page }: SearchQuery): Promise<Found> {
  const until = page * per_page
  // The latest of each version, in index order; then the page of those.
  const latest = sql<{ id: string }>`
    SELECT a.id FROM ${versions} v CROSS JOIN LATERAL (
      SELECT * FROM acceptances a WHERE a.version_id = v.id ORDER BY a.accepted_at DESC, a.id LIMIT ${until}
    ) a ORDER BY a.accepted_at DESC, a.id LIMIT ${per_page} OFFSET ${until - per_page}`
  const count = sql<{ total: number }>`
    SELECT coalesce(sum(c.count), 0)::int AS total FROM acceptance_counts c JOIN ${versions} v ON v.id = c.version_id`
  const [{ rows }, counted] = await Promise.all([latest.execute(db), count.execute(db)])
  return { total: counted.rows[0]?.total ?? 0, ids: rows.map(({ id }) => id) }
}

async function findAccepted(
  db: Connection,
  versions: RawBuilder<unknown>,
  words: readonly string[],
  { page, per_page }: SearchQuery,
): Promise<Found> {
  const { rows } = await sql<Found>`
    WITH matching AS MATERIALIZED (
      SELECT a.id, a.accepted_at FROM acceptances a WHERE a.version_id IN (SELECT v.id FROM ${versions} v) AND ${personMatches(words)}
    )
    SELECT (SELECT count(*)::int FROM matching) AS total,
      ARRAY(SELECT id FROM matching ORDER BY accepted_at DESC, id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) AS ids`.execute(db)
  return rows[0] ?? { total: 0, ids: [] }
}

/** Reads all columns only of these. */
async function readAcceptances(db: Connection, _scope: Scope, ids: readonly string[]): Promise<AcceptedBy[]> {
  const { rows } = await sql<AcceptedBy>`
    SELECT ${listedColumns} FROM acceptances a JOIN contract_versions v ON v.id = a.version_id WHERE a.id = ANY(${ids}::uuid[])
    ORDER BY a.accepted_at DESC, a.id`.execute(db)
  return rows
}

/** Condition: the stored name or number contains every word. The index acceptances_person has this text. */
export const personMatches = (words: readonly string[]): RawBuilder<boolean> =>
  containsWords(sql`(' ' || coalesce(fold_words(a.person_name), '') || coalesce(' ' || a.person_phone, ''))`, words)

/**
 * Active people who have not accepted a contract's version in force. With Appointment List, those with an
 * appointment soon come first. Empty if the contract is not required or not in force.
 */
export async function listMissing(db: Connection, scope: Scope, contractId: string, filter: SearchQuery): Promise<Listed<NotAccepted>> {
  const { total, ids } = await findMissingIds(db, scope, contractId, filter)
  return present(await readMissing(db, scope, contractId, ids), filter, total)
}

/** All of them in the same order, in parts. Those added meanwhile are left out. */
export async function* streamMissing(
  db: Connection,
  scope: Scope,
  contractId: string,
  filter: Omit<SearchQuery, 'page' | 'per_page'>,
): AsyncGenerator<NotAccepted[]> {
  const { ids } = await findMissingIds(db, scope, contractId, { ...filter, page: 1, per_page: maxExported })
  yield* streamInParts(ids, part => readMissing(db, scope, contractId, part))
}

/** An appointment `p` by which people are sorted, for callers who may see it. */
const isAhead = (scope: Scope) => (holds(scope, 'Appointment List') ? sql`is_open_at(p.status, p.starts_at, ${scope.now})` : sql`false`)

/** Reads future appointments only of people on the list. */
async function findMissingIds(db: Connection, scope: Scope, contractId: string, { page, per_page, search }: SearchQuery): Promise<Found> {
  const { rows } = await sql<Found>`
    WITH missing AS MATERIALIZED (
      SELECT u.id, lower(u.name) AS name FROM missing_acceptances m JOIN users u ON u.id = m.user_id
      WHERE m.version_id IN (SELECT version_id FROM current_contracts WHERE id = ${contractId} AND required_for IS NOT NULL)
        AND ${hasShownWords(scope, 'u', searchWords(search ?? ''), 'person')}
    ), shown AS (
      SELECT m.id, ahead.starts_at, m.name FROM missing m LEFT JOIN (
        SELECT p.user_id, min(p.starts_at) AS starts_at FROM appointments p
        WHERE ${isAhead(scope)} AND p.user_id IN (SELECT id FROM missing) GROUP BY p.user_id
      ) ahead ON ahead.user_id = m.id
      ORDER BY ahead.starts_at NULLS LAST, m.name, m.id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}
    )
    SELECT (SELECT count(*)::int FROM missing) AS total, ARRAY(SELECT id FROM shown ORDER BY starts_at NULLS LAST, name, id) AS ids`.execute(
    db,
  )
  return rows[0] ?? { total: 0, ids: [] }
}

/** Reads all columns only of these people, in this order. */
async function readMissing(db: Connection, scope: Scope, contractId: string, ids: readonly string[]): Promise<NotAccepted[]> {
  const { rows } = await sql<NotAccepted>`
    SELECT u.id AS user_id, u.name, u.phone, ahead.starts_at AS next_appointment_at, ahead.time_zone AS next_appointment_zone,
      (SELECT max(v.version) FROM acceptances a JOIN contract_versions v ON v.id = a.version_id
        WHERE a.user_id IN (SELECT person_record_ids(u.id)) AND v.contract_id = ${contractId}) AS accepted_version
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS shown(id, place) JOIN users u ON u.id = shown.id
    LEFT JOIN LATERAL (
      SELECT p.starts_at, places.time_zone FROM appointments p JOIN schedules s ON s.id = p.schedule_id JOIN places ON places.id = s.place_id
      WHERE p.user_id = u.id AND ${isAhead(scope)} ORDER BY p.starts_at LIMIT 1
    ) ahead ON true ORDER BY shown.place`.execute(db)
  return rows
}

/**
 * One acceptance with all stored data: the caller's own, or any person's for callers who edit
 * contracts or list people.
 */
export async function findCertificate(db: Connection, scope: PersonScope, id: string): Promise<Certificate | null> {
  const seesAll = holds(scope, 'Contract Edit') || holds(scope, 'User List')
  const row = await db
    .selectFrom('acceptances as a')
    .innerJoin('contract_versions as v', 'v.id', 'a.version_id')
    .innerJoin('contract_texts as t', join => join.onRef('t.version_id', '=', 'a.version_id').onRef('t.language', '=', 'a.language'))
    .innerJoin('contracts as c', 'c.id', 'v.contract_id')
    .innerJoin('users as r', 'r.id', 'a.recorded_by')
    .select([
      'a.id',
      'a.user_id',
      'c.id as contract_id',
      'c.key',
      't.title',
      't.body',
      'a.language',
      'v.language as binding_language',
      'v.sha256 as binding_sha256',
      'v.version',
      'a.version_id',
      'a.sha256',
      'c.required_for',
      'a.accepted_at',
    ])
    .select(['a.person_name', 'a.person_phone', 'a.user_agent', 'a.recorded_by', 'r.name as recorder'])
    .select([sql<string>`v.published_at`.as('published_at'), sql<string | null>`host(a.ip)`.as('ip')])
    .where('a.id', '=', id)
    .$if(!seesAll, query => query.where('a.user_id', 'in', sql<string>`(SELECT person_record_ids(${scope.person.id}))`))
    .executeTakeFirst()
  if (!row) return null
  const { user_id, person_name, person_phone, recorded_by, recorder, ...kept } = row
  const by_staff = recorded_by !== user_id
  return { ...kept, by_staff, recorded_by: by_staff ? recorder : null, person: { id: user_id, name: person_name, phone: person_phone } }
}

const present = <Item>(data: Item[], { page, per_page }: SearchQuery, total: number): Listed<Item> => ({
  data,
  meta: { page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) },
})
