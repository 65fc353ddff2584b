import { sql } from 'kysely'
import type { NewProvider, ProviderChange, RoleMapping } from '#contract/providers.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { refuse, refuseField, type Refusal } from '../../platform/refusal.ts'
import { formatFetchRefusal } from '../../platform/safe-fetch/format-fetch-refusal.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { lockRoleAssignments } from '../people/commands.ts'
import { refuseMappingBy, takeProviderRoles } from '../roles/from-providers/commands.ts'
import { endProviderSessions } from './logout/commands.ts'
import { clientSecretPlace, findProvider, readMapping, type ProviderRow } from './queries.ts'

const maxProviders = 20

type Ground = Pick<Platform, 'db' | 'secrets' | 'safeFetch'>

/**
 * Adds a provider, switched off. Returns its id.
 * Refusals: 422 at `issuer` or `mapping`, 403 `beyond_own`, 409 `name_taken` and `too_many_providers`.
 */
export async function addProvider(
  { db, secrets, safeFetch }: Ground,
  scope: PersonScope,
  { mapping, client_secret, issuer: typed, ...input }: NewProvider,
): Promise<string | Refusal> {
  const issuer = typed.replace(/\/\.well-known\/openid-configuration$/, '')
  const unsafe = safeFetch.refuse(issuer)
  if (unsafe) return refuseField('issuer', formatFetchRefusal(unsafe))
  return db.transaction().execute(async trx => {
    await lockRoleAssignments(trx)
    const { rows } = await sql<{
      id: string
      count: number
    }>`SELECT new_id() AS id, count(*)::int AS count FROM identity_providers`.execute(trx)
    const [{ id, count } = { id: '', count: 0 }] = rows
    if (count >= maxProviders) return refuse('too_many_providers')
    const refusal = (await refuseName(trx, input.name)) ?? (await refuseMappingBy(trx, scope, scope.person.id, rolesOf(mapping)))
    if (refusal) return refusal
    await trx
      .insertInto('identity_providers')
      .values({
        ...input,
        id,
        issuer,
        client_secret: client_secret ? secrets.seal(clientSecretPlace(id), client_secret) : null,
        mapping_author_id: mapping.length > 0 ? scope.person.id : null,
        created_at: scope.now,
      })
      .execute()
    await writeMapping(trx, id, mapping)
    await recordAudit(trx, scope, {
      action: 'created',
      subject: 'provider',
      subjectId: id,
      after: { name: input.name, issuer, mapping: await describeMapping(trx, mapping) },
    })
    return id
  })
}

/** What makes another connection: after a change of it, the preview is needed again. */
const connectionFields = ['client_id', 'client_secret', 'scopes'] as const

/**
 * Changes a provider. The author of a changed mapping answers for all of it, and open tickets end. Switching it off ends the sessions of
 * others that began with it. Null when done.
 * Refusals: 404, 409 `stale`, `name_taken`, `preview_required`, 403 `beyond_own`, 422 at a field that
 * comes from the environment.
 */
export const changeProvider = (
  { db, secrets }: Pick<Ground, 'db' | 'secrets'>,
  scope: PersonScope,
  id: string,
  { revision, mapping, client_secret, ...input }: ProviderChange,
): Promise<Refusal | null> =>
  db.transaction().execute(async trx => {
    // The provider, its tickets, roles: as a registration does, which uses up its ticket and then gets roles.
    await trx.selectFrom('identity_providers').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    await trx.selectFrom('provider_tickets').select('token_hash').where('provider_id', '=', id).orderBy('token_hash').forUpdate().execute()
    await lockRoleAssignments(trx)
    const before = await findProvider(trx, scope, id)
    if (!before) return refuse('not_found')
    if (revision !== undefined && revision !== before.revision) return refuse('stale')
    const mappingBefore = await readMapping(trx, scope, id)
    const remapped = mapping !== undefined && keyOf(mapping) !== keyOf(mappingBefore)
    const secretGiven = client_secret !== undefined && (client_secret || before.client_secret !== null)
    if (before.from_environment && (secretGiven || (input.client_id ?? before.client_id) !== before.client_id))
      return refuseField('client_id', 'field.comesFromOPENHOUROIDCCLIENTID')
    const changed = fieldsChanged(before, input)
    const connection = secretGiven || connectionFields.some(field => changed.includes(field))
    const turnsOn = input.enabled === true && !before.enabled
    if (turnsOn && !before.from_environment && (connection || before.previewed_at === null)) return refuse('preview_required')
    const refusal =
      (changed.includes('name') ? await refuseName(trx, input.name ?? '') : null) ??
      (remapped ? await refuseMappingBy(trx, scope, scope.person.id, rolesOf([...mapping, ...mappingBefore])) : null)
    if (refusal) return refusal
    if (changed.length === 0 && !remapped && !secretGiven) return null
    await trx
      .updateTable('identity_providers')
      .set({
        ...input,
        ...(secretGiven && { client_secret: client_secret ? secrets.seal(clientSecretPlace(id), client_secret) : null }),
        ...(remapped && { mapping_author_id: mapping.length > 0 ? scope.person.id : null }),
        ...(connection && { previewed_at: null }),
      })
      .where('id', '=', id)
      .execute()
    // Switched on again, it may vouch for tokens and calendar addresses as before. The caller stays, who could else
    // not switch it on again where their role demands it.
    if (input.enabled === false && before.enabled)
      await endProviderSessions(trx, scope, { providerId: id, renewable: true, exceptSessionId: scope.person.sessionId })
    if (remapped) {
      await trx.deleteFrom('provider_role_mappings').where('provider_id', '=', id).execute()
      await writeMapping(trx, id, mapping)
      // They hold the roles of the mapping before: their people sign in again.
      await trx.deleteFrom('provider_tickets').where('provider_id', '=', id).execute()
    }
    const show = async (of: Record<string, unknown>, rules: readonly RoleMapping[]) => ({
      ...Object.fromEntries(changed.map(field => [field, of[field]])),
      ...(remapped && { mapping: await describeMapping(trx, rules) }),
    })
    await recordAudit(trx, scope, {
      action: 'changed',
      subject: 'provider',
      subjectId: id,
      before: await show(before, mappingBefore),
      after: { ...(await show(input, mapping ?? [])), ...(secretGiven && { client_secret: 'changed' }) },
    })
    return null
  })

/**
 * Removes a provider with its accounts, its sessions and the roles that it gave. Null when done.
 * Refusals: 404, 409 `last_administrator`, 403 `beyond_own` where it gave roles that the caller could not take.
 */
export const removeProvider = (db: Connection, scope: PersonScope, id: string): Promise<Refusal | null> =>
  takeProviderRoles(db, scope, id, async trx => {
    const provider = await findProvider(trx, scope, id)
    if (!provider) return refuse('not_found')
    if (provider.from_environment && provider.enabled) return refuseField('id', 'field.comesFromOPENHOUROIDCISSUERRemove')
    await endProviderSessions(trx, scope, { providerId: id })
    await trx.deleteFrom('identity_providers').where('id', '=', id).execute()
    await recordAudit(trx, scope, {
      action: 'deleted',
      subject: 'provider',
      subjectId: id,
      before: { name: provider.name, issuer: provider.issuer },
    })
    return null
  })

/** Notes that an administrator signed in with this connection, unless it was changed meanwhile. */
export async function notePreview(db: Connection, { now }: Scope, { id, revision }: ProviderRow): Promise<void> {
  await db.updateTable('identity_providers').set({ previewed_at: now }).where('id', '=', id).where('revision', '=', revision).execute()
}

const rolesOf = (mapping: readonly RoleMapping[]): string[] => [...new Set(mapping.map(({ role_id }) => role_id))]

const keyOf = (mapping: readonly RoleMapping[]): string =>
  JSON.stringify([...new Set(mapping.map(({ claim, value, role_id }) => JSON.stringify([claim, value, role_id])))].toSorted())

const fieldsChanged = (before: ProviderRow, input: Omit<ProviderChange, 'revision' | 'mapping' | 'client_secret'>): string[] =>
  Object.entries(input).flatMap(([field, value]) => (value !== undefined && value !== before[field as keyof ProviderRow] ? [field] : []))

async function writeMapping(trx: Connection, provider_id: string, mapping: readonly RoleMapping[]): Promise<void> {
  if (mapping.length === 0) return
  await trx
    .insertInto('provider_role_mappings')
    .values(mapping.map(rule => ({ provider_id, ...rule })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

async function refuseName(trx: Connection, name: string): Promise<Refusal | null> {
  const taken = await trx
    .selectFrom('identity_providers')
    .select('id')
    .where(sql<string>`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst()
  return taken ? refuse('name_taken') : null
}

/** For the audit log: "groups = desk → Front desk". */
async function describeMapping(trx: Connection, mapping: readonly RoleMapping[]): Promise<string[]> {
  if (mapping.length === 0) return []
  const roles = await trx.selectFrom('roles').select(['id', 'name']).where('id', 'in', rolesOf(mapping)).execute()
  return mapping.map(({ claim, value, role_id }) => `${claim} = ${value} → ${roles.find(({ id }) => id === role_id)?.name ?? ''}`)
}
