import { sql } from 'kysely'
import type {
  Acceptance,
  Contract,
  ContractOrder,
  ContractTranslation,
  ContractVersion,
  FullContract,
  ListedContract,
} from '#contract/contracts.ts'
import { contentLanguageOf, type Language } from '#contract/languages.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { holds, type PersonScope, type Scope } from '../../platform/scope.ts'

/** Whether the caller sees drafts. */
const seesDrafts = (scope: Scope) => holds(scope, 'Contract Edit')

/** The translation of a text into a reader's language, in the same read as the text. */
const translationOf = (version: string, reader: Language) =>
  sql<ContractTranslation | null>`(SELECT json_build_object('language', t.language, 'title', t.title, 'body', t.body, 'sha256', t.sha256)
    FROM contract_version_translations t WHERE t.version_id = ${sql.ref(version)} AND t.language = ${contentLanguageOf(reader)})`.as(
    'translation',
  )

/** Every contract's current published version, by key. */
export const listPublishedContracts = (db: Connection, { language }: Scope): Promise<Contract[]> =>
  db.selectFrom('current_contracts as c').selectAll('c').select(translationOf('c.version_id', language)).orderBy('key').execute()

const orders = { key: sql`c.key`, title: sql`lower(shown.title)`, published: sql`shown.published_at` }

/**
 * The contracts that the caller may see: the text in force, or where there is none the draft.
 */
export const listContracts = (db: Connection, scope: Scope, { sort }: ContractOrder): Promise<ListedContract[]> =>
  contractQuery(db, scope)
    .orderBy(orders[sort.replace('-', '') as keyof typeof orders], order => (sort.startsWith('-') ? order.desc() : order.asc()).nullsLast())
    .orderBy('c.key')
    .execute()

/** A contract with the versions that the caller may see, newest first; null if there are none. */
export async function findContract(db: Connection, scope: Scope, id: string): Promise<FullContract | null> {
  const contract = await contractQuery(db, scope).where('c.id', '=', id).executeTakeFirst()
  return contract ? { ...contract, versions: await listVersions(db, scope, id) } : null
}

/** Whether the contract exists, published or not. */
export async function contractExists(db: Connection, _scope: Scope, id: string): Promise<boolean> {
  return (await db.selectFrom('contracts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/**
 * How many people the next version affects: active people, those who accepted the version in force,
 * and of these those with a future appointment.
 */
export async function countReach(db: Connection, scope: Scope, contractId: string) {
  const { rows } = await sql<{ people: number; accepted: number; accepted_with_open: number }>`
    WITH accepted AS (
      SELECT DISTINCT coalesce(r.merged_into, r.id) AS user_id FROM acceptances a JOIN users r ON r.id = a.user_id
        JOIN current_contracts c ON c.version_id = a.version_id WHERE c.id = ${contractId}
    )
    SELECT count(*)::int AS people, count(accepted.user_id)::int AS accepted,
      count(*) FILTER (WHERE accepted.user_id IS NOT NULL AND EXISTS (
        SELECT 1 FROM appointments WHERE user_id = users.id AND is_open_at(status, starts_at, ${scope.now})
      ))::int AS accepted_with_open
    FROM users LEFT JOIN accepted ON accepted.user_id = users.id
    WHERE users.active`.execute(db)
  return rows[0] ?? { people: 0, accepted: 0, accepted_with_open: 0 }
}

/** The caller's acceptances, also with a record that was merged into theirs, latest first. */
export const listOwnAcceptances = (db: Connection, { person }: PersonScope): Promise<Acceptance[]> =>
  db
    .selectFrom('acceptances as a')
    .innerJoin('contract_versions as v', 'v.id', 'a.version_id')
    .innerJoin('contract_texts as t', join => join.onRef('t.version_id', '=', 'a.version_id').onRef('t.language', '=', 'a.language'))
    .innerJoin('contracts as c', 'c.id', 'v.contract_id')
    .select(['a.language', 'v.language as binding_language'])
    .select(['a.id', 'c.key', 't.title', 'v.version', 'a.version_id', 'a.sha256', 'c.required_for', 'a.accepted_at'])
    .select(({ eb, ref }) => eb('a.recorded_by', '<>', ref('a.user_id')).$castTo<boolean>().as('by_staff'))
    .where('a.user_id', 'in', sql<string>`(SELECT person_record_ids(${person.id}))`)
    .orderBy('a.accepted_at', 'desc')
    .orderBy('c.key')
    .execute()

/** The contracts that the caller has to accept before the next booking, by key. */
export const listOwnMissing = (db: Connection, { person, language }: PersonScope): Promise<Contract[]> =>
  db
    .selectFrom('current_contracts as c')
    .selectAll('c')
    .select(translationOf('c.version_id', language))
    .where('c.version_id', '=', sql<string>`ANY (contracts_missing(${person.id}, 'booking'))`)
    .orderBy('c.key')
    .execute()

/**
 * Published contracts that are required for something, by key, translated for this reader; with a person, only
 * those whose current version the person has not accepted.
 */
export const listRequiredContracts = (
  db: Connection,
  _scope: Scope,
  { purpose, userId, reader }: { purpose: 'registration' | 'booking'; userId: string | undefined; reader: Language },
): Promise<Contract[]> =>
  db
    .selectFrom('current_contracts as c')
    .selectAll('c')
    .select(translationOf('c.version_id', reader))
    .where('c.required_for', '=', purpose)
    .$if(userId !== undefined, query => query.where('c.version_id', '=', sql<string>`ANY (contracts_missing(${userId}, ${purpose}))`))
    .orderBy('c.key')
    .execute()

/** Each contract with its text in force; a caller who edits contracts also sees drafts and withdrawn ones. */
function contractQuery(db: Connection, scope: Scope) {
  const all = seesDrafts(scope)
  const shown = sql<{ contract_id: string }>`(
    SELECT DISTINCT ON (contract_id) contract_id, id AS version_id, version, title, body, sha256, published_at, language
    FROM contract_versions WHERE published_at IS NOT NULL OR ${all}
    ORDER BY contract_id, published_at IS NULL, version DESC)`.as<'shown'>(sql`shown`)
  const draft = sql<number | null>`CASE WHEN ${all} THEN (
    SELECT version FROM contract_versions d WHERE d.contract_id = c.id AND d.published_at IS NULL) END`
  return db
    .selectFrom('contracts as c')
    .innerJoin(shown, join => join.onRef('shown.contract_id', '=', 'c.id'))
    .select(['c.id', 'c.key', 'c.required_for', 'c.revision', 'c.withdrawn_at'])
    .where(sql<boolean>`(c.withdrawn_at IS NULL OR ${all})`)
    .select([
      sql<string>`shown.version_id`.as('version_id'),
      sql<number>`shown.version`.as('version'),
      sql<string>`shown.title`.as('title'),
      sql<string>`shown.body`.as('body'),
      sql<string>`shown.sha256`.as('sha256'),
      sql<string | null>`shown.published_at`.as('published_at'),
      sql<string>`shown.language`.as('language'),
      translationOf('shown.version_id', scope.language),
      draft.as('draft_version'),
    ])
}

function listVersions(db: Connection, scope: Scope, contractId: string): Promise<ContractVersion[]> {
  const all = seesDrafts(scope)
  const query = db
    .selectFrom('contract_versions as v')
    .leftJoin('users as u', 'u.id', 'v.created_by')
    .select(['v.id as version_id', 'v.version', 'v.title', 'v.body', 'v.language', 'v.sha256', 'v.published_at'])
    .select(
      sql<
        ContractVersion['translated']
      >`coalesce((SELECT json_agg(json_build_object('language', t.language, 'sha256', t.sha256) ORDER BY t.language)
      FROM contract_version_translations t WHERE t.version_id = v.id), '[]')`.as('translated'),
    )
    .select(sql<string | null>`CASE WHEN ${all} THEN u.name END`.as('written_by'))
    .where('v.contract_id', '=', contractId)
    .orderBy('v.version', 'desc')
  return (all ? query : query.where('v.published_at', 'is not', null)).execute()
}
