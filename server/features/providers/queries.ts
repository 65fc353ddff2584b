import { sql, type Selectable } from 'kysely'
import type { OfferedProvider, Provider, RoleMapping } from '#contract/providers.ts'
import type { Database } from '#database/types.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import type { SecretPlace } from '../../platform/secrets/secret-box.ts'
import { addressesOf } from './present.ts'

/** A provider as the server uses it. */
export type ProviderRow = Selectable<Database['identity_providers']>

const columns = [
  'id',
  'name',
  'icon',
  'colour',
  'issuer',
  'client_id',
  'client_secret',
  'scopes',
  'email_proof',
  'phone_proof',
  'second_factor',
  'invited_only',
  'enabled',
  'from_environment',
  'mapping_author_id',
  'previewed_at',
  'revision',
  'created_at',
] as const

/** Where a provider's client secret is stored. */
export const clientSecretPlace = (id: string): SecretPlace => ({ table: 'identity_providers', column: 'client_secret', row: id })

/** A provider, switched on or not. */
export const findProvider = (db: Connection, _scope: Scope, id: string): Promise<ProviderRow | undefined> =>
  db.selectFrom('identity_providers').select(columns).where('id', '=', id).executeTakeFirst()

/** A provider that people can sign in with now. */
export async function findEnabledProvider(db: Connection, scope: Scope, id: string): Promise<ProviderRow | undefined> {
  const provider = await findProvider(db, scope, id)
  return provider?.enabled ? provider : undefined
}

/**
 * Holds a provider until the end of the transaction; false if it is gone. Removing it waits. Hold it before tickets,
 * accounts and roles, which removing locks after it.
 */
export const holdProvider = async (trx: Connection, id: string): Promise<boolean> =>
  (await trx.selectFrom('identity_providers').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()) !== undefined

/** The providers that people can sign in with, by name. */
export const listOffered = (db: Connection, _scope: Scope): Promise<OfferedProvider[]> =>
  db.selectFrom('identity_providers').select(['id', 'name', 'icon', 'colour']).where('enabled', '=', true).orderBy('name').execute()

/** The rules of a provider's mapping. */
export const readMapping = (db: Connection, _scope: Scope, id: string): Promise<RoleMapping[]> =>
  db
    .selectFrom('provider_role_mappings')
    .select(['claim', 'value', 'role_id'])
    .where('provider_id', '=', id)
    .orderBy('claim')
    .orderBy('value')
    .orderBy('role_id')
    .execute()

/** Providers as administrators see them, by name; `id`: only this one. `site`: the address of this site. */
export async function listProviders(db: Connection, _scope: Scope, site: string, id?: string): Promise<Provider[]> {
  const rows = await db
    .selectFrom('identity_providers as p')
    .select(columns.map(column => `p.${column}` as const))
    .select(({ selectFrom }) => [
      selectFrom('provider_accounts as a')
        .whereRef('a.provider_id', '=', 'p.id')
        .select(sql<number>`count(*)::int`.as('count'))
        .as('accounts'),
      selectFrom('users as u').whereRef('u.id', '=', 'p.mapping_author_id').select('u.name').as('author_name'),
      sql<
        RoleMapping[]
      >`(SELECT coalesce(jsonb_agg(jsonb_build_object('claim', m.claim, 'value', m.value, 'role_id', m.role_id) ORDER BY m.claim, m.value, m.role_id), '[]')
        FROM provider_role_mappings m WHERE m.provider_id = p.id)`.as('mapping'),
    ])
    .$if(id !== undefined, query => query.where('p.id', '=', id ?? ''))
    .orderBy('p.name')
    .execute()
  return rows.map(({ client_secret, mapping_author_id, author_name, accounts, ...row }) => ({
    ...row,
    has_secret: client_secret !== null,
    mapping_author: mapping_author_id === null ? null : { id: mapping_author_id, name: author_name ?? '' },
    accounts: accounts ?? 0,
    addresses: addressesOf(site, row.id),
  }))
}
