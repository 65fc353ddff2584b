import type { Acceptance, Contract } from '#contract/contracts.ts'
import type { Connection } from '../../platform/database.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'

/** Every contract's current published version, by key. */
export const listPublishedContracts = (db: Connection, _scope: Scope): Promise<Contract[]> =>
  db.selectFrom('current_contracts').selectAll().orderBy('key').execute()

/** What the person asking has accepted, latest first. */
export const listOwnAcceptances = (db: Connection, { person }: PersonScope): Promise<Acceptance[]> =>
  db
    .selectFrom('acceptances as a')
    .innerJoin('contract_versions as v', 'v.id', 'a.version_id')
    .innerJoin('contracts as c', 'c.id', 'v.contract_id')
    .select(['a.id', 'c.key', 'v.title', 'v.version', 'a.version_id', 'a.sha256', 'c.required_for', 'a.accepted_at'])
    .select(({ eb, ref }) => eb('a.recorded_by', '<>', ref('a.user_id')).$castTo<boolean>().as('by_staff'))
    .where('a.user_id', '=', person.id)
    .orderBy('a.accepted_at', 'desc')
    .orderBy('c.key')
    .execute()
