import { sql } from 'kysely'
import { grants } from '#contract/granted.ts'
import type { Settings } from '../../../platform/config.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { refuseField, type Refusal } from '../../../platform/refusal.ts'
import type { PersonScope, Scope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { stopUnreadableFeeds } from '../../calendars/commands.ts'
import { lockRoleAssignments } from '../../people/commands.ts'
import { endSessionsWithoutProvider } from '../../sessions/single-sign-on/commands.ts'
import { decideRoles } from '../decide-commands.ts'
import { changeHeldRights } from '../held-rights-commands.ts'
import { type HeldAbilities, refuseAbilitiesNotHeld, refuseWithoutAbility } from '../policy.ts'
import { roleColumns, type RoleRow } from '../present.ts'

interface ProviderRoles {
  userId: string
  providerId: string
  /** Who wrote the mapping; null: no author, so no role. */
  authorId: string | null
  /** What the mapping gives to this person. */
  roleIds: readonly string[]
}

/**
 * Replaces a person's roles from a provider by those that its mapping gives now, as far as the
 * mapping's author could give them at this moment. Roles given by hand stay, and the last
 * administrator keeps the role. The caller has locked the person.
 */
export async function setProviderRoles(
  trx: Connection,
  scope: Scope,
  settings: Pick<Settings, 'mode'>,
  { userId, providerId, authorId, roleIds }: ProviderRoles,
): Promise<void> {
  await lockRoleAssignments(trx)
  const held = await trx
    .selectFrom('role_assignments as a')
    .innerJoin('roles', 'roles.id', 'a.role_id')
    .select([...roleColumns.map(column => `roles.${column}` as const), 'a.provider_id'])
    .where('a.user_id', '=', userId)
    .execute()
  const allowed = (await judgeMapping(trx, scope, authorId, roleIds)).filter(({ given }) => given).map(({ role }) => role)
  const given = allowed.filter(({ id }) => !held.some(role => role.id === id))
  const gone = held.filter(role => role.provider_id === providerId && !allowed.some(({ id }) => id === role.id))
  const taken: typeof gone = []
  for (const role of gone) if (await leavesAnAdministrator(trx, userId, held, [...taken, role])) taken.push(role)
  if (given.length + taken.length === 0) return
  await changeHeldRights(trx, scope, settings, [userId], async () => {
    if (taken.length > 0) {
      const ids = taken.map(({ id }) => id)
      await trx.deleteFrom('role_assignments').where('user_id', '=', userId).where('role_id', 'in', ids).execute()
    }
    if (given.length > 0) {
      const rows = given.map(({ id }) => ({
        user_id: userId,
        role_id: id,
        assigned_by: authorId,
        assigned_at: scope.now,
        provider_id: providerId,
      }))
      await trx.insertInto('role_assignments').values(rows).execute()
    }
    // Roles belong to a person's record: its revision goes up with them.
    await sql`UPDATE users SET active = active WHERE id = ${userId}`.execute(trx)
  })
  if (given.some(role => role.single_sign_on_only)) await endSessionsWithoutProvider(trx, scope, [userId])
  const names = (roles: readonly { name: string }[]) => roles.map(({ name }) => name).toSorted()
  await recordAudit(trx, scope, {
    action: 'roles',
    subject: 'user',
    subjectId: userId,
    personId: userId,
    reason: await nameOf(trx, providerId),
    before: { roles: names(held) },
    after: { roles: names([...held.filter(role => !taken.includes(role)), ...given]) },
  })
}

/** The roles of a mapping, and whether its author could give each of them now. */
export async function judgeMapping(
  trx: Connection,
  _scope: Scope,
  authorId: string | null,
  roleIds: readonly string[],
): Promise<{ role: RoleRow; given: boolean }[]> {
  if (roleIds.length === 0) return []
  const roles = await trx.selectFrom('roles').select(roleColumns).where('id', 'in', roleIds).orderBy('name').execute()
  const author = await readHoldings(trx, authorId)
  return roles.map(role => ({ role, given: author !== null && refuseMapping(author, [role]) === null }))
}

/**
 * Why this person may not write a mapping to these roles: 403 `missing_ability` or `beyond_own`, 422 at
 * `mapping`.
 */
export async function refuseMappingBy(
  trx: Connection,
  _scope: Scope,
  authorId: string,
  roleIds: readonly string[],
): Promise<Refusal | null> {
  if (roleIds.length === 0) return null
  const roles = await trx.selectFrom('roles').select(roleColumns).where('id', 'in', roleIds).execute()
  if (new Set(roleIds).size > roles.length) return refuseField('mapping', 'field.namesARoleThatDoesNot')
  return refuseMapping((await readHoldings(trx, authorId)) ?? { abilities: [], is_admin: false }, roles)
}

const refuseMapping = (author: HeldAbilities, roles: readonly RoleRow[]): Refusal | null =>
  refuseWithoutAbility(author, 'RoleAssign Edit') ?? refuseAbilitiesNotHeld(author, roles)

/** What an active person holds now. */
async function readHoldings(trx: Connection, userId: string | null): Promise<HeldAbilities | null> {
  if (userId === null) return null
  const { rows } = await sql<HeldAbilities>`
    SELECT r.abilities, r.is_admin FROM users u CROSS JOIN LATERAL roles_of(u.id) r WHERE u.id = ${userId} AND u.active`.execute(trx)
  return rows[0] ?? null
}

/** Whether an administrator would remain without these of a person's roles. The lock on roles is held. */
async function leavesAnAdministrator(
  trx: Connection,
  userId: string,
  held: readonly RoleRow[],
  taken: readonly RoleRow[],
): Promise<boolean> {
  if (!held.some(role => grants(role.abilities, '*'))) return true
  const ids = taken.map(({ id }) => id)
  const { rows } = await sql<{ remains: boolean }>`SELECT has_administrator(${userId}, ${ids}) AS remains`.execute(trx)
  return rows[0]?.remains === true
}

async function nameOf(trx: Connection, providerId: string): Promise<string> {
  const provider = await trx.selectFrom('identity_providers').select('name').where('id', '=', providerId).executeTakeFirst()
  return provider?.name ?? ''
}

/** A role can demand an identity provider only where one is switched on: 422 at `single_sign_on_only`. */
export async function refuseWithoutProvider(trx: Connection): Promise<Refusal | null> {
  const provider = await trx.selectFrom('identity_providers').select('id').where('enabled', '=', true).limit(1).executeTakeFirst()
  return provider ? null : refuseField('single_sign_on_only', 'field.needsAnIdentityProviderThatIs')
}

/** Why the caller may not take the roles that a provider gave: 403 `beyond_own`. */
async function refuseRolesOf(trx: Connection, { person }: PersonScope, providerId: string): Promise<Refusal | null> {
  const roles = await trx
    .selectFrom('roles')
    .select(roleColumns)
    .where('id', 'in', ({ selectFrom }) => selectFrom('role_assignments').select('role_id').where('provider_id', '=', providerId))
    .execute()
  return refuseMapping((await readHoldings(trx, person.id)) ?? { abilities: [], is_admin: false }, roles)
}

/**
 * Takes every role that a provider gave, and removes the provider in the same transaction (`remove`).
 * Null when done.
 * Refusals: 403 `beyond_own`, 409 `last_administrator`, and those of `remove`.
 */
export const takeProviderRoles = (
  db: Connection,
  scope: PersonScope,
  providerId: string,
  remove: (trx: Connection) => Promise<Refusal | null>,
): Promise<Refusal | null> =>
  decideRoles(db, async trx => {
    // First: those who sign in with it hold it before anything else (`holdProvider`).
    await trx.selectFrom('identity_providers').select('id').where('id', '=', providerId).forUpdate().execute()
    await lockRoleAssignments(trx)
    const refusal = await refuseRolesOf(trx, scope, providerId)
    if (refusal) return refusal
    const taken = await trx.deleteFrom('role_assignments').where('provider_id', '=', providerId).returning('user_id').execute()
    await stopUnreadableFeeds(
      trx,
      scope,
      taken.map(({ user_id }) => user_id),
    )
    return remove(trx)
  })
