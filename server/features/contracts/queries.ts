import type { Contract } from '#contract/contracts.ts'
import type { Connection } from '../../platform/database.ts'
import type { Scope } from '../../platform/scope.ts'

/** Every contract's current published version, by key. */
export const listPublishedContracts = (db: Connection, _scope: Scope): Promise<Contract[]> =>
  db.selectFrom('current_contracts').selectAll().orderBy('key').execute()
