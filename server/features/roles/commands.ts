import type { NewRole, RoleChange } from '#contract/roles.ts'
import type { Settings } from '../../platform/config.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { LostRace } from '../../platform/database/decide-in-transaction.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { lockPeople } from '../people/commands.ts'
import { endSessionsWithoutProvider } from '../sessions/single-sign-on/commands.ts'
import { decideRoles, lockRoles } from './decide-commands.ts'
import { changeHeldRights } from './held-rights-commands.ts'
import { refuseAbilitiesNotHeld, refuseWithoutAbility } from './policy.ts'
import { orderAbilities, roleColumns } from './present.ts'
import { refuseWithoutProvider } from './from-providers/commands.ts'

/** Creates a role. Returns its id. Refusals: 403 `beyond_own`, 409 `name_taken`. */
export const createRole = (db: Connection, scope: PersonScope, input: NewRole): Promise<string | Refusal> =>
  decideRoles(db, async trx => {
    const own = await lockRoles(trx, scope)
    const refusal =
      refuseWithoutAbility(own, 'Role Create') ??
      refuseAbilitiesNotHeld(own, [input]) ??
      (input.single_sign_on_only ? await refuseWithoutProvider(trx) : null)
    if (refusal) return refusal
    const fields = { ...input, abilities: orderAbilities(input.abilities) }
    const { id } = await trx
      .insertInto('roles')
      .values({ ...fields, created_at: scope.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(trx, scope, { action: 'created', subject: 'role', subjectId: id, after: fields })
    return id
  })

/**
 * Changes a role. Changing a role with holders grants and removes abilities, so the caller must hold all
 * abilities of the role before and after. Null on success. Refusals: 404, 409 `stale`, 403 `beyond_own`,
 * 409 `name_taken`, 409 `last_administrator`.
 */
export const changeRole = (
  db: Connection,
  scope: PersonScope,
  settings: Settings,
  id: string,
  change: RoleChange,
): Promise<Refusal | null> =>
  decideRoles(db, async trx => {
    const grants = change.opens_admin || change.is_mentor || change.single_sign_on_only || (change.abilities?.length ?? 0) > 0
    const locked = grants ? await lockHolders(trx, scope, id) : []
    const own = await lockRoles(trx, scope)
    // People are locked before roles, so a holder who was added in between is locked by a new try.
    const holders = await listHolders(trx, id)
    if (grants && holders.some(holder => !locked.includes(holder))) throw new LostRace('new holder of a role')
    const before = await trx.selectFrom('roles').select(roleColumns).where('id', '=', id).executeTakeFirst()
    if (!before) return refuse('not_found')
    const { revision = before.revision, ...wanted } = change
    if (revision !== before.revision) return refuse('stale')
    const { name, opens_admin, is_mentor, single_sign_on_only } = { ...before, ...wanted }
    const after = { name, abilities: orderAbilities(wanted.abilities ?? before.abilities), opens_admin, is_mentor, single_sign_on_only }
    const newlyProvider = after.single_sign_on_only && !before.single_sign_on_only
    const refusal =
      refuseWithoutAbility(own, 'Role Edit') ??
      refuseAbilitiesNotHeld(own, [before, after]) ??
      (newlyProvider ? await refuseWithoutProvider(trx) : null)
    if (refusal) return refusal
    const fields = (Object.keys(after) as (keyof typeof after)[]).filter(field => String(after[field]) !== String(before[field]))
    if (fields.length === 0) return null
    await changeHeldRights(trx, scope, settings, holders, async () => {
      await trx.updateTable('roles').set(after).where('id', '=', id).execute()
    })
    if (newlyProvider) await endSessionsWithoutProvider(trx, scope, holders)
    const only = (state: typeof after) => Object.fromEntries(fields.map(field => [field, state[field]]))
    await recordAudit(trx, scope, { action: 'changed', subject: 'role', subjectId: id, before: only(before), after: only(after) })
    return null
  })

/** The holders of a role. Locks them, so that none logs in before the end of the transaction. */
async function lockHolders(trx: Connection, scope: PersonScope, id: string): Promise<string[]> {
  const ids = await listHolders(trx, id)
  await lockPeople(trx, scope, ids)
  return ids
}

async function listHolders(trx: Connection, id: string): Promise<string[]> {
  const rows = await trx.selectFrom('role_assignments').select('user_id').where('role_id', '=', id).execute()
  return rows.map(({ user_id }) => user_id)
}

/**
 * Deletes a role without holders, active or inactive. Null on success. Refusals: 404, 403 `beyond_own`,
 * 409 `role_in_use`.
 */
export const deleteRole = (db: Connection, scope: PersonScope, id: string): Promise<Refusal | null> =>
  decideRoles(db, async trx => {
    const own = await lockRoles(trx, scope)
    const before = await trx.selectFrom('roles').select(roleColumns).where('id', '=', id).executeTakeFirst()
    if (!before) return refuse('not_found')
    const refusal = refuseWithoutAbility(own, 'Role Edit') ?? refuseAbilitiesNotHeld(own, [before])
    if (refusal) return refusal
    const { numDeletedRows } = await trx
      .deleteFrom('roles')
      .where('id', '=', id)
      .where(({ not, exists, selectFrom }) => not(exists(selectFrom('role_assignments').select('role_id').where('role_id', '=', id))))
      .executeTakeFirst()
    if (numDeletedRows === 0n) return refuse('role_in_use')
    const { name, abilities, opens_admin, is_mentor, single_sign_on_only } = before
    await recordAudit(trx, scope, {
      action: 'deleted',
      subject: 'role',
      subjectId: id,
      before: { name, abilities, opens_admin, is_mentor, single_sign_on_only },
    })
    return null
  })
