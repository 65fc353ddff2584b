import type { Connection } from '../../../platform/database/connection.ts'
import type { PersonScope } from '../../../platform/scope.ts'
import { findProvider, type ProviderRow } from '../queries.ts'

/** The provider at which the caller's session began. */
export async function findProviderOfSession(db: Connection, scope: PersonScope): Promise<ProviderRow | undefined> {
  const found = await db
    .selectFrom('sessions as s')
    .innerJoin('provider_logins as l', 'l.id', 's.provider_login_id')
    .innerJoin('provider_accounts as a', 'a.id', 'l.account_id')
    .select('a.provider_id')
    .where('s.id', '=', scope.person.sessionId)
    .executeTakeFirst()
  return found && findProvider(db, scope, found.provider_id)
}
