import { sql } from 'kysely'
import type * as z from 'zod'
import { wildcard } from '#contract/granted.ts'
import type { sessionCalls } from '#contract/sessions.ts'
import type { CodeAddress } from '#domain/people/code-address.ts'
import { standardRoles } from '#domain/people/standard-roles.ts'
import { isZone } from '#domain/time/zone.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { hashToken, newToken } from '../../../platform/session-gate.ts'
import { say } from '../../../platform/text.ts'
import { recordAudit } from '../../audit/commands.ts'
import { choosePassword, lockRoleAssignments } from '../../people/commands.ts'
import { isZoneOfDatabase } from '../../settings/queries.ts'
import { readSettingsRow } from '../../site/queries.ts'
import { openSession, type OpenedSession } from '../commands.ts'

type FirstAdministrator = Omit<z.output<(typeof sessionCalls)['POST /api/setup']['body']>, 'setup_token' | 'phone' | 'email'> & {
  token: string
  /** They log in with it: E.164, or an e-mail address in lower case. The link is their proof. */
  address: CodeAddress
}

/**
 * A set-up link's token and its purpose: creating the first administrator, or setting up an
 * administrator's authenticator.
 */
interface SetupLink {
  token: string
  makes: 'administrator' | 'authenticator'
}

/**
 * Creates the set-up link that the server prints at its start; earlier links stop working. Without an
 * active holder of `*`, the link creates one. If no holder of `*` has an authenticator or a passkey,
 * the link lets one of them set it up after the password, because there may be no gateway for the
 * code. Otherwise null.
 */
export const createSetupLink = (db: Connection): Promise<SetupLink | null> =>
  db.transaction().execute(async trx => {
    const administrators = await lockAdministrators(trx)
    if (administrators.some(({ has_second_factor }) => has_second_factor)) return null
    const token = newToken()
    await trx.deleteFrom('setup_links').where('ended_at', 'is', null).where('user_id', 'is', null).execute()
    await trx
      .insertInto('setup_links')
      .values({ token_hash: hashToken(token) })
      .execute()
    return { token, makes: administrators.length > 0 ? 'authenticator' : 'administrator' }
  })

/**
 * Creates the first administrator and logs them in; of concurrent requests one succeeds. The link remains
 * valid for setting up their authenticator. A new organisation takes their language and time zone.
 * Refusals: 409 `setup_done`, 404 `not_found` for another token, 422 at `password`, 409 `phone_taken`, `email_taken`.
 */
export async function createFirstAdministrator(
  { db, settings }: Pick<Platform, 'db' | 'settings'>,
  scope: Scope,
  { token, name, address: { phone, email }, password, ...given }: FirstAdministrator,
): Promise<OpenedSession | Refusal> {
  const refusal = await db.transaction().execute(trx => refuseSetup(trx, token))
  if (refusal) return refusal
  const password_hash = await choosePassword({ settings }, password, { name, phone: phone ?? null, email: email ?? null })
  if (password_hash instanceof Refusal) return password_hash
  // A browser may know a newer zone than this server, which must not end the set-up.
  const isKnown = given.time_zone !== undefined && isZone(given.time_zone) && (await isZoneOfDatabase(db, given.time_zone))
  const time_zone = isKnown ? given.time_zone : (await readSettingsRow(db)).time_zone

  return db.transaction().execute(async trx => {
    const late = await refuseSetup(trx, token)
    if (late) return late
    const user = await trx
      .insertInto('users')
      .values({
        name,
        ...(email === undefined ? { phone, phone_verified_at: scope.now } : { email, email_verified_at: scope.now, channel: 'email' }),
        password_hash,
        locale: scope.language,
        time_zone,
        created_at: scope.now,
      })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!user) return refuse(email === undefined ? 'phone_taken' : 'email_taken')
    const { role, isNew } = await makeAdministratorRole(trx, scope)
    if (isNew) await trx.updateTable('settings').set({ locale: scope.language, time_zone }).execute()
    await trx
      .insertInto('role_assignments')
      .values({ user_id: user.id, role_id: role.id, assigned_by: user.id, assigned_at: scope.now })
      .execute()
    await trx.updateTable('setup_links').set({ used_at: scope.now }).where('token_hash', '=', hashToken(token)).execute()
    await recordAudit(trx, scope, { action: 'set_up', subject: 'user', subjectId: user.id, personId: user.id })
    return openSession(trx, scope, user.id, 'setup', { byPhone: email === undefined })
  })
}

async function refuseSetup(trx: Connection, token: string): Promise<Refusal | null> {
  if ((await lockAdministrators(trx)).length > 0) return refuse('setup_done')
  const link = await trx
    .selectFrom('setup_links')
    .select('token_hash')
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('user_id', 'is', null)
    .executeTakeFirst()
  return link ? null : refuse('not_found')
}

/**
 * The active holders of `*`. Waits for concurrent changes, with the lock that keeps the last
 * administrator.
 */
async function lockAdministrators(trx: Connection): Promise<{ id: string; has_second_factor: boolean }[]> {
  await lockRoleAssignments(trx)
  return trx
    .selectFrom('users')
    .innerJoin('role_assignments', 'role_assignments.user_id', 'users.id')
    .innerJoin('roles', 'roles.id', 'role_assignments.role_id')
    .select([
      'users.id',
      sql<boolean>`EXISTS (SELECT FROM authenticators x WHERE x.user_id = users.id) OR EXISTS (SELECT FROM passkeys x WHERE x.user_id = users.id)`.as(
        'has_second_factor',
      ),
    ])
    .distinct()
    .where('users.active', '=', true)
    .where(sql<boolean>`${wildcard} = ANY (roles.abilities)`)
    .execute()
}

/**
 * The role "Administrator". No holder of `*` exists, so an existing role of that name gets `*` again. An
 * organisation without any role is new and gets the other standard roles too.
 */
async function makeAdministratorRole(trx: Connection, { language }: Scope): Promise<{ role: { id: string }; isNew: boolean }> {
  const named = <Role extends keyof typeof standardRoles>(role: Role) => ({ ...standardRoles[role], name: say(language, `role.${role}`) })
  const [administrator, ...others] = [named('administrator'), named('coordinator'), named('frontDesk'), named('mentor')] as const
  const isNew = !(await trx.selectFrom('roles').select('id').limit(1).executeTakeFirst())
  if (isNew) await trx.insertInto('roles').values(others).execute()
  const role = await trx
    .insertInto('roles')
    .values(administrator)
    .onConflict(conflict => conflict.column('name').doUpdateSet({ abilities: administrator.abilities, opens_admin: true }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { role, isNew }
}
