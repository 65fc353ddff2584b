import type { Skipped } from '#contract/batch.ts'
import type { Settings } from '../../platform/config.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { presentObstacle, refuse, refuseField, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { endSessionsWithoutProvider } from '../sessions/single-sign-on/commands.ts'
import { decideRoles, lockRoles } from './decide-commands.ts'
import { changeHeldRights } from './held-rights-commands.ts'
import { refuseAssignment, unknownPerson } from './policy.ts'
import { roleColumns, type RoleRow } from './present.ts'

interface Assignment {
  userId: string
  roleIds: readonly string[]
  /** The user's revision as the page has read it. */
  revision?: number | undefined
}

/**
 * Adds roles to a person; existing ones stay. Null on success. Refusals: 422 at `user_id` or `role_ids`,
 * 403 `beyond_own`.
 */
export const addRoles = async (db: Connection, scope: PersonScope, settings: Settings, input: Assignment): Promise<Refusal | null> =>
  refusalOf(await decideRoles(db, trx => writeRoles(trx, scope, settings, input, 'add')))

/**
 * Replaces a person's roles. The caller must hold the abilities of each role that is added or removed;
 * other roles do not matter. Null on success. Refusals: 422 at `user_id` or `role_ids`, 409 `stale`, 403
 * `beyond_own`, 409 `last_administrator`.
 */
export const setRoles = async (db: Connection, scope: PersonScope, settings: Settings, input: Assignment): Promise<Refusal | null> =>
  refusalOf(await decideRoles(db, trx => writeRoles(trx, scope, settings, input, 'set')))

const refusalOf = (answer: boolean | Refusal): Refusal | null => (answer instanceof Refusal ? answer : null)

/**
 * Gives several people one role, or takes it, each by itself. Refusals of each as of `setRoles`. `done`: without
 * those for whom nothing changed, because Undo must not take a role that they held before.
 */
export async function writeRoleOfSeveral(
  db: Connection,
  scope: PersonScope,
  settings: Settings,
  { role_id, user_ids }: { role_id: string; user_ids: readonly string[] },
  way: 'add' | 'take',
): Promise<{ done: string[]; skipped: Skipped }> {
  const done: string[] = []
  const skipped: Skipped = []
  for (const id of user_ids) {
    const answer = await decideRoles(db, trx => writeRoles(trx, scope, settings, { userId: id, roleIds: [role_id] }, way))
    if (answer instanceof Refusal) skipped.push({ id, ...presentObstacle(answer, scope.language) })
    else if (answer) done.push(id)
  }
  return { done, skipped }
}

/** Compares, checks and writes under one lock. Returns whether anything has changed. */
async function writeRoles(
  trx: Connection,
  scope: PersonScope,
  settings: Settings,
  input: Assignment,
  way: 'add' | 'set' | 'take',
): Promise<Refusal | boolean> {
  const { userId } = input
  // Lock the person before the roles, in the same order as deactivation does.
  const user = await trx
    .selectFrom('users')
    .select(['name', 'active', 'revision'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const own = await lockRoles(trx, scope)
  if (!user) return unknownPerson
  if (input.revision !== undefined && input.revision !== user.revision) return refuse('stale')
  const { before, given, taken, unknown } = await compareRoles(trx, input, way)
  if (unknown) return refuseField('role_ids', 'field.namesARoleThatDoesNot')
  const refusal = refuseAssignment(own, user, { given, taken })
  if (refusal) return refusal
  if (given.length + taken.length === 0) return false
  await changeHeldRights(trx, scope, settings, [userId], () => writeAssignments(trx, scope, userId, { given, taken }))
  if (given.some(role => role.single_sign_on_only)) await endSessionsWithoutProvider(trx, scope, [userId])
  const names = (roles: readonly RoleRow[]) => roles.map(({ name }) => name).toSorted()
  await recordAudit(trx, scope, {
    action: 'roles',
    subject: 'user',
    subjectId: userId,
    personId: userId,
    before: { roles: names(before) },
    after: { roles: names([...before.filter(role => !taken.includes(role)), ...given]) },
  })
  return true
}

/** The roles that a request adds and removes. */
async function compareRoles(trx: Connection, { userId, roleIds }: Assignment, way: 'add' | 'set' | 'take') {
  const all = await trx.selectFrom('roles').select(roleColumns).execute()
  const held = await trx.selectFrom('role_assignments').select('role_id').where('user_id', '=', userId).execute()
  const heldIds = new Set(held.map(({ role_id }) => role_id))
  const wanted = new Set(roleIds)
  const before = all.filter(({ id }) => heldIds.has(id))
  return {
    before,
    given: way === 'take' ? [] : all.filter(({ id }) => wanted.has(id) && !heldIds.has(id)),
    taken: way === 'add' ? [] : before.filter(({ id }) => wanted.has(id) === (way === 'take')),
    unknown: [...wanted].some(id => !all.some(role => role.id === id)),
  }
}

async function writeAssignments(
  trx: Connection,
  { person, now }: PersonScope,
  userId: string,
  { given, taken }: { given: readonly RoleRow[]; taken: readonly RoleRow[] },
): Promise<void> {
  const ids = (roles: readonly RoleRow[]) => roles.map(({ id }) => id)
  if (given.length > 0) {
    const rows = ids(given).map(role_id => ({ user_id: userId, role_id, assigned_by: person.id, assigned_at: now }))
    await trx.insertInto('role_assignments').values(rows).execute()
  }
  if (taken.length > 0) await trx.deleteFrom('role_assignments').where('user_id', '=', userId).where('role_id', 'in', ids(taken)).execute()
  // Roles are part of a person's record, so its revision rises.
  await trx
    .updateTable('users')
    .set(({ ref }) => ({ active: ref('active') }))
    .where('id', '=', userId)
    .execute()
}
