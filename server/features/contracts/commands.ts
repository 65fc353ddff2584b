import type { AcceptedTexts, ContractChange, NewContract } from '#contract/contracts.ts'
import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import { refuse, refuseField, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { lockCaller } from '../people/commands.ts'
import { readSubject } from '../translations/queries.ts'
import { readAccepted, recordAcceptances, refuseUnknownTexts } from './accepting/commands.ts'

interface Text {
  title: string
  body: string
  /** Null: the organisation's. */
  language: string | null
}

/**
 * Creates a contract; with `publish`, version 1 is in force at once. Refuses a key that is in use
 * (`key_taken`).
 */
export function createContract(db: Connection, scope: PersonScope, input: NewContract): Promise<{ id: string } | Refusal> {
  const { key, required_for, title, body, publish, language = null } = input
  return db.transaction().execute(async trx => {
    const contract = await trx
      .insertInto('contracts')
      .values({ key, required_for })
      .onConflict(conflict => conflict.column('key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!contract) return refuse('key_taken')
    const { sha256 } = await insertVersion(trx, scope, contract.id, { version: 1, title, body, language, publish })
    const after = { key, required_for, title, version: 1, sha256 }
    await recordAudit(trx, scope, { action: publish ? 'published' : 'created', subject: 'contract', subjectId: contract.id, after })
    return contract
  })
}

/**
 * Changes a contract. A draft changes in place; new text for a published contract is a draft of the
 * next version. Returns null on success. Refuses, with nothing changed: a stale revision, other translations
 * than the given ones that would go in force (`stale`), a key in
 * use (`key_taken`), another key after publication (422), and publishing the text of the newest version
 * again (`bad_transition`).
 */
export async function changeContract(db: Connection, scope: PersonScope, id: string, change: ContractChange): Promise<Refusal | null> {
  try {
    return await decideInTransaction(db, trx => changeLocked(trx, scope, id, change))
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'contracts_key_key') return refuse('key_taken')
    throw error
  }
}

/**
 * Accepts texts for the caller. Refuses texts that are not in force, or not in the language in which they are said to
 * have been read: 422 `contracts_required`, naming what is missing.
 */
export function acceptContracts(db: Connection, scope: PersonScope, input: AcceptedTexts): Promise<Refusal | null> {
  const { person } = scope
  const accepted = readAccepted(input)
  const { versions } = accepted
  return db.transaction().execute(async trx => {
    // Merging their record waits for it, as for a booking.
    const closed = await lockCaller(trx, scope)
    if (closed) return closed
    // Locked until commit, so that the version in force cannot change during acceptance. Read in a second statement, which
    // sees what the lock waited for.
    await trx
      .selectFrom('contracts')
      .select('id')
      .where('id', 'in', ({ selectFrom }) => selectFrom('contract_versions').select('contract_id').where('id', 'in', versions))
      .orderBy('id')
      .forShare()
      .execute()
    const inForce = await trx.selectFrom('current_contracts').select('version_id').where('version_id', 'in', versions).execute()
    if (inForce.length < versions.length) {
      const { rows } = await sql<{ missing: string[] }>`
        SELECT contracts_missing(${person.id}, 'booking') AS missing`.execute(trx)
      return refuse('contracts_required', { contracts: rows[0]?.missing ?? [] })
    }
    const unknown = await refuseUnknownTexts(trx, scope, accepted)
    if (unknown) return unknown
    await recordAcceptances(trx, scope, person.id, accepted)
    return null
  })
}

/** Deletes the draft of the next version. Without a published version, the contract is deleted with it. */
export function discardDraft(db: Connection, scope: PersonScope, id: string, revision: number | undefined): Promise<Refusal | null> {
  return db.transaction().execute(async trx => {
    const found = await lockContract(trx, id)
    if (!found) return refuse('not_found')
    if (revision !== undefined && revision !== found.contract.revision) return refuse('stale')
    const { draft, current } = found
    if (!draft) return refuse('bad_transition', { message: 'refused.thereIsNoDraftOfA' })
    await trx.deleteFrom('contract_versions').where('id', '=', draft.id).execute()
    await trx.deleteFrom('translations').where('subject_id', '=', draft.id).execute()
    if (current) await raiseRevision(trx, id, {})
    else await trx.deleteFrom('contracts').where('id', '=', id).execute()
    const before = { title: draft.title, version: draft.version, sha256: draft.sha256 }
    await recordAudit(trx, scope, { action: 'discarded', subject: 'contract', subjectId: id, before })
    return null
  })
}

/**
 * Withdraws the published version of a contract, or puts it in force again. Null on success, also where it is so already.
 * Refusals: `stale`, and `bad_transition` for a contract that was never published.
 */
export function setWithdrawn(
  db: Connection,
  scope: PersonScope,
  id: string,
  { withdrawn, revision }: { withdrawn: boolean; revision: number | undefined },
): Promise<Refusal | null> {
  return db.transaction().execute(async trx => {
    const found = await lockContract(trx, id)
    if (!found) return refuse('not_found')
    const { contract, current } = found
    if (revision !== undefined && revision !== contract.revision) return refuse('stale')
    if (!current) return refuse('bad_transition')
    if ((contract.withdrawn_at !== null) === withdrawn) return null
    await raiseRevision(trx, id, { withdrawn_at: withdrawn ? scope.now.toISOString() : null })
    const after = { title: current.title, version: current.version, sha256: current.sha256 }
    await recordAudit(trx, scope, { action: withdrawn ? 'withdrawn' : 'reactivated', subject: 'contract', subjectId: id, after })
    return null
  })
}

async function changeLocked(trx: Connection, scope: PersonScope, id: string, change: ContractChange): Promise<Refusal | null> {
  const found = await lockContract(trx, id)
  if (!found) return refuse('not_found')
  const { contract, current, draft } = found
  if (change.revision !== undefined && change.revision !== contract.revision) return refuse('stale')
  const { key = contract.key, required_for = contract.required_for, publish = false } = change
  if (current && key !== contract.key) return refuseField('key', 'field.staysAsItIsOnceA')

  const latest = draft ?? current
  const text = {
    title: change.title ?? latest?.title ?? '',
    body: change.body ?? latest?.body ?? '',
    language: change.language ?? latest?.language ?? null,
  }
  const isWithdrawn = contract.withdrawn_at !== null
  // A draft can bring the words of a withdrawn version back as the next one.
  if (publish && current && isSame(text, current) && !(isWithdrawn && draft))
    return refuse('bad_transition', { message: explainSameText(current.version, isWithdrawn) })
  const named = { key, required_for }
  const detailsChanged = key !== contract.key || required_for !== contract.required_for
  const written = draft ? !isSame(text, draft) || publish : !current || !isSame(text, current)
  if (!detailsChanged && !written) return null

  await raiseRevision(trx, id, { ...named, ...(publish && { withdrawn_at: null }) })
  const version = draft?.version ?? (current?.version ?? 0) + 1
  const stored = !written
    ? latest
    : draft
      ? await updateDraft(trx, scope, draft.id, { ...text, publish })
      : await insertVersion(trx, scope, id, { version, ...text, publish }, current && { id: current.id, isWithdrawn })
  if (publish && stored && change.translations && !(await areInForce(trx, scope, stored.id, change.translations))) return refuse('stale')
  const before = { key: contract.key, required_for: contract.required_for, title: latest?.title, sha256: latest?.sha256 }
  const after = { ...named, title: text.title, sha256: stored?.sha256, version: written ? version : current?.version }
  await recordAudit(trx, scope, { action: publish ? 'published' : 'changed', subject: 'contract', subjectId: id, before, after })
  return null
}

/** Whether exactly these translations are in force with a version, as they were shown. */
async function areInForce(
  trx: Connection,
  scope: PersonScope,
  versionId: string,
  shown: NonNullable<ContractChange['translations']>,
): Promise<boolean> {
  const subject = await readSubject(trx, scope, versionId)
  const inForce = subject?.in_force ?? []
  return (
    new Set(shown.map(({ language }) => language)).size === inForce.length &&
    shown.every(({ language, revision }) => inForce.includes(language) && subject?.revisions[language] === revision)
  )
}

/** The API trims its input; older texts may end with a line break. */
const isSame = (one: Text, other: Text) =>
  one.title === other.title && one.body.trim() === other.body.trim() && one.language === other.language
const explainSameText = (version: number, isWithdrawn: boolean) =>
  [isWithdrawn ? 'refused.thisIsWordForWordWithdrawn' : 'refused.thisIsWordForWordVersion', { version }] as const

/** A contract with its version in force and its draft, locked until the transaction ends. */
async function lockContract(trx: Connection, id: string) {
  const contract = await trx.selectFrom('contracts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!contract) return null
  const versions = await trx.selectFrom('contract_versions').selectAll().where('contract_id', '=', id).orderBy('version', 'desc').execute()
  const current = versions.find(({ published_at }) => published_at !== null)
  return { contract, current, draft: versions.find(({ published_at }) => published_at === null) }
}

/** Every change to a contract or its draft increments the contract's revision. */
async function raiseRevision(
  trx: Connection,
  id: string,
  named: { key?: string; required_for?: 'registration' | 'booking' | null; withdrawn_at?: string | null },
) {
  await trx
    .updateTable('contracts')
    .set(({ ref }) => ({ key: ref('key'), ...named }))
    .where('id', '=', id)
    .execute()
}

/**
 * The translations of the version before stay as drafts: those of texts that have changed are outdated. The others go in
 * force with a version that is published at once, unless the one before is withdrawn: its translations are not shown.
 */
async function insertVersion(
  trx: Connection,
  scope: PersonScope,
  contract_id: string,
  { version, title, body, language, publish }: Text & { version: number; publish: boolean },
  before?: { id: string; isWithdrawn: boolean },
) {
  const written = await trx
    .insertInto('contract_versions')
    .values({
      contract_id,
      version,
      title,
      body,
      published_at: publish ? scope.now.toISOString() : null,
      created_by: scope.person.id,
      ...(language !== null && { language }),
    })
    .returning(['id', 'sha256'])
    .executeTakeFirstOrThrow()
  if (before) {
    await sql`INSERT INTO translations (subject_id, language, field, text, source_sha256)
      SELECT ${written.id}, language, field, text, source_sha256 FROM translations WHERE subject_id = ${before.id}`.execute(trx)
    if (publish && !before.isWithdrawn)
      await sql`SELECT publish_contract_translations(${written.id}, NULL, ${scope.now}, ${scope.person.id})`.execute(trx)
  }
  return written
}

const updateDraft = (trx: Connection, scope: PersonScope, id: string, { title, body, language, publish }: Text & { publish: boolean }) =>
  trx
    .updateTable('contract_versions')
    .set({
      title,
      body,
      created_by: scope.person.id,
      published_at: publish ? scope.now.toISOString() : null,
      ...(language !== null && { language }),
    })
    .where('id', '=', id)
    .returning(['id', 'sha256'])
    .executeTakeFirstOrThrow()
