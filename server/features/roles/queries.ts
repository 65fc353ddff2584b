import { sql } from 'kysely'
import { abilityNames } from '#contract/abilities.ts'
import type { Obstacle } from '#contract/batch.ts'
import { wildcard } from '#contract/granted.ts'
import type { User } from '#contract/people.ts'
import type { Role, RoleAbility } from '#contract/roles.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { presentObstacle, type Refusal, refuseField } from '../../platform/refusal.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'
import { maxExported, streamInParts } from '../../platform/stream-in-parts.ts'
import { photoUrl, presentUser, userColumns } from '../people/present.ts'
import { hasShownWords, searchWords } from '../person-search/queries.ts'
import { type HeldAbilities, refuseAssignment, unknownPerson } from './policy.ts'
import { presentRole, roleColumns, type RoleRow } from './present.ts'

/** Maximum number of holders in a role's form. */
const maxHoldersNamed = 50
/** Maximum number of people that a search for a new holder returns. */
const maxCandidates = 10

/** Every role by name, with its number of active holders. */
export async function listRoles(db: Connection, _scope: Scope): Promise<(Role & { holders: number })[]> {
  const rows = await db
    .selectFrom('roles')
    .select([...roleColumns])
    .select(({ selectFrom }) =>
      selectFrom('role_assignments as a')
        .innerJoin('users as u', 'u.id', 'a.user_id')
        .whereRef('a.role_id', '=', 'roles.id')
        .where('u.active', '=', true)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('holders'),
    )
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
  return rows.map(({ holders, ...row }) => ({ ...presentRole(row), holders: Number(holders) }))
}

/** Every role by name, for forms. */
export async function readRoles(db: Connection, _scope: Scope): Promise<Role[]> {
  const rows = await db
    .selectFrom('roles')
    .select(roleColumns)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
  return rows.map(presentRole)
}

/** One role; null if it does not exist. */
export async function findRole(db: Connection, _scope: Scope, id: string): Promise<Role | null> {
  const row = await db.selectFrom('roles').select(roleColumns).where('id', '=', id).executeTakeFirst()
  return row ? presentRole(row) : null
}

/** The first fifty active holders of a role by name, and their total. */
export async function findHolders(db: Connection, _scope: Scope, roleId: string) {
  const rows = await db
    .selectFrom('role_assignments as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['u.id', 'u.name', 'u.phone', 'u.photo_id', sql<number>`count(*) OVER ()`.as('total')])
    .where('a.role_id', '=', roleId)
    .where('u.active', '=', true)
    .orderBy('u.name')
    .orderBy('u.id')
    .limit(maxHoldersNamed)
    .execute()
  return {
    holders: rows.map(({ id, name, phone, photo_id }) => ({ id, name, phone, photo: photoUrl(photo_id) })),
    holders_total: Number(rows[0]?.total ?? 0),
  }
}

/** Which holders of roles are listed, in which order, and on which page. */
export interface AssignedFilter {
  search?: string | undefined
  role_id?: string | undefined
  sort: 'name' | '-name' | 'assigned' | '-assigned'
  page: number
  per_page: number
}

/**
 * The holders of a role, with all their roles. Inactive people are included, because reactivation
 * restores their roles.
 */
export async function listAssigned(db: Connection, scope: Scope, filter: AssignedFilter) {
  const { page, per_page } = filter
  const { total, ids } = await findAssignedIds(db, scope, filter)
  return { data: await readAssigned(db, scope, ids), meta: { page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) } }
}

/** All holders of a filter in its order, in parts. Those added meanwhile are left out. */
export async function* streamAssigned(db: Connection, scope: Scope, filter: Omit<AssignedFilter, 'page' | 'per_page'>) {
  const { ids } = await findAssignedIds(db, scope, { ...filter, page: 1, per_page: maxExported })
  yield* streamInParts(ids, part => readAssigned(db, scope, part))
}

async function findAssignedIds(db: Connection, scope: Scope, { search, role_id, sort, page, per_page }: AssignedFilter) {
  let matching = db.selectFrom('users').where('id', 'in', ({ selectFrom }) =>
    selectFrom('role_assignments')
      .select('user_id')
      .$if(role_id !== undefined, query => query.where('role_id', '=', role_id ?? '')),
  )
  if (search) matching = matching.where(hasShownWords(scope, 'users', searchWords(search), 'user'))
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const users = await matching
    .select('id')
    .orderBy(sort.endsWith('name') ? sql`lower(name)` : assignedAt, sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('id')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { total: Number(total), ids: users.map(({ id }) => id) }
}

async function readAssigned(db: Connection, scope: Scope, ids: readonly string[]) {
  const users = await db
    .selectFrom('users')
    .select(userColumns)
    .select(assignedAt.as('assigned_at'))
    .where(sql<boolean>`id = ANY (${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], id)`)
    .execute()
  const roles = await readRolesOf(db, scope, ids)
  return users.map(({ assigned_at, ...row }) => ({ user: presentUser(row), roles: roles.get(row.id) ?? [], assigned_at }))
}

const assignedAt = sql<string>`(SELECT max(assigned_at) FROM role_assignments WHERE user_id = users.id)`

/** Up to ten active people who match the search, by name. */
export async function findCandidates(db: Connection, scope: Scope, search: string) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'phone', 'photo_id'])
    .where('active', '=', true)
    .where(hasShownWords(scope, 'users', searchWords(search), 'user'))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(maxCandidates)
    .execute()
  return rows.map(({ photo_id, ...row }) => ({ ...row, photo: photoUrl(photo_id) }))
}

/** The roles of each of these people, by name. */
export async function readRolesOf(db: Connection, _scope: Scope, userIds: readonly string[]): Promise<Map<string, Role[]>> {
  const byUser = new Map<string, Role[]>()
  if (userIds.length === 0) return byUser
  const rows = await db
    .selectFrom('role_assignments as a')
    .innerJoin('roles', 'roles.id', 'a.role_id')
    .select(['a.user_id', ...roleColumns.map(column => `roles.${column}` as const)])
    .where('a.user_id', 'in', userIds)
    .orderBy(sql`lower(roles.name)`)
    .execute()
  for (const { user_id, ...row } of rows) byUser.set(user_id, [...(byUser.get(user_id) ?? []), presentRole(row as RoleRow)])
  return byUser
}

/** A person with their roles, and every role; null for an unknown id. */
export async function findAssignment(
  db: Connection,
  scope: Scope,
  userId: string,
): Promise<{ user: User; roles: Role[]; all_roles: Role[] } | null> {
  const user = await db.selectFrom('users').select(userColumns).where('id', '=', userId).executeTakeFirst()
  if (!user) return null
  const [roles, all_roles] = await Promise.all([readRolesOf(db, scope, [userId]), readRoles(db, scope)])
  return { user: presentUser(user), roles: roles.get(userId) ?? [], all_roles }
}

/**
 * Which of a person's roles grants which of their abilities, and which opens which area; null for an
 * unknown id.
 */
export async function explainAbilities(db: Connection, scope: Scope, userId: string) {
  const user = await db.selectFrom('users').select(userColumns).where('id', '=', userId).executeTakeFirst()
  if (!user) return null
  const roles = (await readRolesOf(db, scope, [userId])).get(userId) ?? []
  const thatHave = (has: (role: Role) => boolean) => roles.filter(has).map(({ id, name }) => ({ id, name }))
  const known: RoleAbility[] = [wildcard, ...abilityNames]
  return {
    user: presentUser(user),
    roles,
    abilities: known
      .map(ability => ({ ability, roles: thatHave(({ abilities }) => abilities.includes(ability)) }))
      .filter(entry => entry.roles.length > 0),
    opens_admin: thatHave(role => role.opens_admin),
    is_mentor: thatHave(role => role.is_mentor),
  }
}

/** What `writeRoleOfSeveral` would do to each person. An unknown role is 422. */
export async function previewRole(
  db: Connection,
  { person, language }: PersonScope,
  { role_id, user_ids }: { role_id: string; user_ids: readonly string[] },
  way: 'add' | 'take',
): Promise<Refusal | { id: string; problem: Obstacle | null; holds_it: boolean }[]> {
  const role = await db.selectFrom('roles').select(roleColumns).where('id', '=', role_id).executeTakeFirst()
  if (!role) return refuseField('role_id', 'field.doesNotExist')
  const { rows } = await sql<HeldAbilities>`SELECT abilities, is_admin FROM roles_of(${person.id})`.execute(db)
  const own = rows[0] ?? { abilities: [], is_admin: false }
  const users = await db.selectFrom('users').select(['id', 'active']).where('id', 'in', user_ids).execute()
  const held = await db
    .selectFrom('role_assignments')
    .select('user_id')
    .where('role_id', '=', role_id)
    .where('user_id', 'in', user_ids)
    .execute()
  const holders = new Set(held.map(({ user_id }) => user_id))
  const byId = new Map(users.map(user => [user.id, user]))
  return user_ids.map(id => {
    const user = byId.get(id)
    const holds_it = holders.has(id)
    const changes = way === 'add' ? { given: holds_it ? [] : [role], taken: [] } : { given: [], taken: holds_it ? [role] : [] }
    const refusal = user ? refuseAssignment(own, user, changes) : unknownPerson
    return { id, problem: refusal && presentObstacle(refusal, language), holds_it }
  })
}
