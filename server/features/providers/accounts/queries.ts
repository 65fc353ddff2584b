import type { ProviderAccount } from '#contract/providers.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { PersonScope } from '../../../platform/scope.ts'

/** The caller's linked accounts, by provider. */
export async function listOwnAccounts(db: Connection, { person }: PersonScope): Promise<ProviderAccount[]> {
  const rows = await db
    .selectFrom('provider_accounts as a')
    .innerJoin('identity_providers as p', 'p.id', 'a.provider_id')
    .select(['a.id', 'a.linked_at', 'a.last_seen_at', 'p.id as provider_id', 'p.name', 'p.icon', 'p.colour'])
    .where('a.user_id', '=', person.id)
    .orderBy('p.name')
    .orderBy('a.linked_at')
    .execute()
  return rows.map(({ id, linked_at, last_seen_at, provider_id, name, icon, colour }) => ({
    id,
    linked_at,
    last_seen_at,
    provider: { id: provider_id, name, icon, colour },
  }))
}
