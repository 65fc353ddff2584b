import { abilityGroups, type AbilityName } from '#contract/abilities.ts'
import { roleCalls, type Role } from '#contract/roles.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { done } from '../../platform/done.ts'
import { handle } from '../../platform/http/handle.ts'
import { admitPersonSearch } from '../../platform/http/person-searches.ts'
import { sendCsv } from '../../platform/http/send-csv.ts'
import type { App, Platform } from '../../platform/http/platform.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { addRoles, setRoles, writeRoleOfSeveral } from './assign-commands.ts'
import { changeRole, createRole, deleteRole } from './commands.ts'
import { exportAssigned } from './export-assigned.ts'
import {
  explainAbilities,
  findAssignment,
  findCandidates,
  findHolders,
  findRole,
  listAssigned,
  listRoles,
  previewRole,
  readRoles,
} from './queries.ts'

/** Registers the calls on roles and their holders. */
export function registerRoles(app: App): void {
  const existing = {
    exists: async ({ scope, params, platform: { db } }: { scope: Scope; params: { id: string }; platform: Platform }) =>
      (await findRole(db, scope, params.id)) !== null,
  }

  handle(app, roleCalls, 'GET /api/roles', async ({ scope, platform: { db } }) => ({ roles: await listRoles(db, scope) }))

  handle(app, roleCalls, 'GET /api/roles/create', async () => ({ abilities: grouped() }))

  handle(app, roleCalls, 'POST /api/roles', async ({ scope, body, platform: { db } }) => {
    const id = await createRole(db, scope, body)
    return id instanceof Refusal ? id : show(db, scope, id)
  })

  handle(app, roleCalls, 'GET /api/roles/{id}/edit', async ({ scope, params, platform: { db } }) => {
    const role = await findRole(db, scope, params.id)
    return role ? { abilities: grouped(), role, ...(await findHolders(db, scope, params.id)) } : refuse('not_found')
  })

  handle(
    app,
    roleCalls,
    'PUT /api/roles/{id}',
    async ({ scope, params, body, platform: { db, settings } }) =>
      (await changeRole(db, scope, settings, params.id, body)) ?? (await findRole(db, scope, params.id)) ?? refuse('not_found'),
    existing,
  )

  handle(
    app,
    roleCalls,
    'DELETE /api/roles/{id}',
    async ({ scope, params, platform: { db } }) => (await deleteRole(db, scope, params.id)) ?? done(scope, 'roleDeleted'),
    existing,
  )

  registerAssignments(app)
}

/** Registers the calls on assignments and their explanation. */
function registerAssignments(app: App): void {
  handle(app, roleCalls, 'GET /api/assigned-users', async ({ scope, query, platform: { db } }) => listAssigned(db, scope, query))

  handle(app, roleCalls, 'GET /api/assigned-users/export', async ({ scope, query, platform: { db }, http }) =>
    sendCsv(http.reply, scope, 'role-assign', exportAssigned(db, scope, query)),
  )

  handle(app, roleCalls, 'GET /api/role-assign/create', async ({ scope, query: { search }, platform }) => {
    const { db } = platform
    const limited = search ? await admitPersonSearch(platform, scope) : null
    return limited ?? { people: search ? await findCandidates(db, scope, search) : [], all_roles: await readRoles(db, scope) }
  })

  handle(
    app,
    roleCalls,
    'POST /api/role-assign',
    async ({ scope, body: { user_id, role_ids }, platform: { db, settings } }) =>
      (await addRoles(db, scope, settings, { userId: user_id, roleIds: role_ids })) ?? showAssignment(db, scope, user_id),
  )

  handle(app, roleCalls, 'POST /api/role-assign/several/preview', async ({ scope, body, platform: { db } }) => {
    const users = await previewRole(db, scope, body, 'add')
    return users instanceof Refusal ? users : { users }
  })

  handle(app, roleCalls, 'POST /api/role-assign/several/remove/preview', async ({ scope, body, platform: { db } }) => {
    const users = await previewRole(db, scope, body, 'take')
    return users instanceof Refusal ? users : { users }
  })

  handle(app, roleCalls, 'POST /api/role-assign/several', async ({ scope, body, platform: { db, settings } }) => {
    const { done: assigned, skipped } = await writeRoleOfSeveral(db, scope, settings, body, 'add')
    return { assigned, skipped }
  })

  handle(app, roleCalls, 'POST /api/role-assign/several/remove', async ({ scope, body, platform: { db, settings } }) => {
    const { done: removed, skipped } = await writeRoleOfSeveral(db, scope, settings, body, 'take')
    return { removed, skipped }
  })

  handle(app, roleCalls, 'GET /api/role-assign-edit/{id}', async ({ scope, params, platform: { db } }) =>
    showAssignment(db, scope, params.id),
  )

  handle(
    app,
    roleCalls,
    'POST /api/role-assign-update',
    async ({ scope, body: { user_id, role_ids, revision }, platform: { db, settings } }) =>
      (await setRoles(db, scope, settings, { userId: user_id, roleIds: role_ids, revision })) ?? showAssignment(db, scope, user_id),
  )

  handle(
    app,
    roleCalls,
    'GET /api/users/{id}/abilities',
    async ({ scope, params, platform: { db } }) => (await explainAbilities(db, scope, params.id)) ?? refuse('not_found'),
  )
}

const grouped = (): Record<string, AbilityName[]> =>
  Object.fromEntries(Object.entries(abilityGroups).map(([group, names]) => [group, [...names]]))

/** A role that was just written. */
async function show(db: Connection, scope: Scope, id: string): Promise<Role> {
  const role = await findRole(db, scope, id)
  if (!role) throw new Error('a role that was written is not there')
  return role
}

const showAssignment = async (db: Connection, scope: Scope, userId: string) =>
  (await findAssignment(db, scope, userId)) ?? refuse('not_found')
