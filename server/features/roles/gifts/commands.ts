import { sql } from 'kysely'
import type { Settings } from '../../../platform/config.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { refuse, refuseField, type Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { endSessionsWithoutProvider } from '../../sessions/single-sign-on/commands.ts'
import { changeHeldRights } from '../held-rights-commands.ts'
import { refuseAbilitiesNotHeld, refuseWithoutAbility, type HeldAbilities } from '../policy.ts'
import { roleColumns, type RoleRow } from '../present.ts'

interface Gift {
  giverId: string
  /** The record that is given away; null: a new one, or only its roles are given. */
  userId: string | null
  roleIds: readonly string[]
}

/**
 * Why a person may not give a record or these roles away by an invitation, now: they need User Edit,
 * may manage the record, and hold everything that the roles give. Checked when inviting and again
 * when accepting.
 * Refusals: 403 `missing_ability`, `outranked`, `beyond_own`; 422 at `role_ids`.
 */
export async function refuseGift(trx: Connection, _scope: Scope, { giverId, userId, roleIds }: Gift): Promise<Refusal | null> {
  const { rows } = await sql<HeldAbilities & { manages: boolean }>`
    SELECT r.abilities, r.is_admin, ${userId}::uuid IS NULL OR may_manage(u.id, ${userId}) AS manages
    FROM users u CROSS JOIN LATERAL roles_of(u.id) r WHERE u.id = ${giverId} AND u.active`.execute(trx)
  const [giver] = rows
  if (!giver) return refuse('missing_ability')
  const refusal = refuseWithoutAbility(giver, 'User Edit') ?? (giver.manages ? null : refuse('outranked'))
  if (refusal || roleIds.length === 0) return refusal
  const roles = await trx.selectFrom('roles').select(roleColumns).where('id', 'in', roleIds).execute()
  if (roles.length < new Set(roleIds).size) return refuseField('role_ids', 'field.namesARoleThatDoesNot')
  return refuseWithoutAbility(giver, 'RoleAssign Edit') ?? refuseAbilitiesNotHeld(giver, roles)
}

/** The roles that the caller may give now, by name. */
export async function listGivableRoles(db: Connection, { person }: Scope): Promise<RoleRow[]> {
  const roles = await db
    .selectFrom('roles')
    .select(roleColumns)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
  if (!person) return []
  const own = { abilities: person.abilities, is_admin: person.isAdmin }
  return refuseWithoutAbility(own, 'RoleAssign Edit') ? [] : roles.filter(role => refuseAbilitiesNotHeld(own, [role]) === null)
}

/**
 * Gives the roles of an accepted invitation; roles that the person holds stay. Ends the sessions of a
 * person who becomes privileged by them. The caller has locked the person and then called
 * `lockRoleAssignments` and `refuseGift`.
 */
export async function giveInvitedRoles(
  trx: Connection,
  scope: Scope,
  settings: Pick<Settings, 'mode'>,
  { giverId, userId, roleIds }: Gift & { userId: string },
): Promise<void> {
  if (roleIds.length === 0) return
  const namesNow = async () => {
    const rows = await trx
      .selectFrom('role_assignments as a')
      .innerJoin('roles as r', 'r.id', 'a.role_id')
      .select('r.name')
      .where('a.user_id', '=', userId)
      .orderBy('r.name')
      .execute()
    return rows.map(({ name }) => name)
  }
  const before = await namesNow()
  await changeHeldRights(trx, scope, settings, [userId], async () => {
    const rows = roleIds.map(role_id => ({ user_id: userId, role_id, assigned_by: giverId, assigned_at: scope.now }))
    await trx
      .insertInto('role_assignments')
      .values(rows)
      .onConflict(conflict => conflict.doNothing())
      .execute()
    // Roles belong to a person's record: its revision goes up with them.
    await sql`UPDATE users SET active = active WHERE id = ${userId}`.execute(trx)
  })
  const { demanding } = await trx
    .selectFrom('roles')
    .select(({ fn }) => fn.countAll<number>().as('demanding'))
    .where('id', 'in', roleIds)
    .where('single_sign_on_only', '=', true)
    .executeTakeFirstOrThrow()
  if (Number(demanding) > 0) await endSessionsWithoutProvider(trx, scope, [userId])
  const after = await namesNow()
  await recordAudit(trx, scope, {
    action: 'roles',
    subject: 'user',
    subjectId: userId,
    personId: userId,
    before: { roles: before },
    after: { roles: after },
  })
}
