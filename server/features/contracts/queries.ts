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

/** The published texts that something requires, by key; with a person, those that they have not accepted in their current version. */
export const listRequiredContracts = (
  db: Connection,
  _scope: Scope,
  purpose: 'registration' | 'booking',
  userId: string | undefined,
): Promise<Contract[]> =>
  db
    .selectFrom('current_contracts as c')
    .selectAll('c')
    .where('c.required_for', '=', purpose)
    .$if(userId !== undefined, query =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('acceptances as a')
              .whereRef('a.version_id', '=', 'c.version_id')
              .where('a.user_id', '=', userId ?? null)
              .select('a.id'),
          ),
        ),
      ),
    )
    .orderBy('c.key')
    .execute()
