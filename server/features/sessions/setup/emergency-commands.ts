import { sql } from 'kysely'
import { NewPassword } from '#contract/people.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, refuseField, Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { hashToken, newToken } from '../../../platform/session-gate.ts'
import { announceSignInChange } from '../../people/announcements/commands.ts'
import { recordAudit } from '../../audit/commands.ts'
import { choosePassword, checkPassword } from '../../people/commands.ts'
import type { OpenedSession } from '../commands.ts'
import { continueLogin } from '../second-step/commands.ts'
import { holdsEverything } from './link-commands.ts'
import { findByAddress } from './queries.ts'

const lifetimeMs = 30 * 60_000

/**
 * Makes an emergency link for the person who runs the server. With it an active holder of `*` signs
 * in although a role demands an identity provider. Their earlier links stop working. Returns the
 * token; null if no administrator, or more than one, has this phone number or e-mail address.
 */
export const createEmergencyLink = (db: Connection, scope: Scope, address: string): Promise<string | null> =>
  db.transaction().execute(async trx => {
    const [person, ...others] = (await findByAddress(trx, scope, address)).filter(({ isAdministrator }) => isAdministrator)
    if (!person || others.length > 0) return null
    const token = newToken()
    await trx.deleteFrom('setup_links').where('user_id', '=', person.id).where('ended_at', 'is', null).execute()
    await trx
      .insertInto('setup_links')
      .values({
        token_hash: hashToken(token),
        user_id: person.id,
        created_at: scope.now,
        expires_at: new Date(scope.now.getTime() + lifetimeMs),
      })
      .execute()
    await recordAudit(trx, scope, { action: 'emergency_link', subject: 'user', subjectId: person.id, personId: person.id })
    return token
  })

/** A link that still counts, and its person. */
const validLink = (db: Connection, { now }: Scope, token: string) =>
  db
    .selectFrom('setup_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['u.id', 'u.name', 'u.phone', 'u.email', 'u.password_hash'])
    .where('l.token_hash', '=', hashToken(token))
    .where('l.used_at', 'is', null)
    .where('l.ended_at', 'is', null)
    .where('l.expires_at', '>', now.toISOString())
    .where('u.active', '=', true)
    .where(holdsEverything(sql.ref('u.id')))
    .executeTakeFirst()

/**
 * Logs an administrator in with an emergency link and their password, which they choose now if they
 * have none. In production a second factor follows. The link works once.
 * Refusals: 404 `not_found`, 401 `wrong_login`, 422 at `password`, and as `continueLogin`.
 */
export async function logInByEmergency(
  { db, ...ground }: Pick<Platform, 'db' | 'settings' | 'secrets'>,
  scope: Scope,
  { token, password }: { token: string; password: string },
): Promise<OpenedSession | Refusal> {
  const person = await validLink(db, scope, token)
  if (!person) return refuse('not_found')
  const { id, password_hash: stored } = person
  const right = stored === null ? true : await checkPassword(ground, stored, password)
  if (right instanceof Refusal) return right
  if (!right) return refuse('wrong_login', { message: 'refused.thePasswordIsNotCorrect' })
  if (stored === null && !NewPassword.safeParse(password).success) return refuseField('password', 'field.mustHaveAtLeast15Characters')
  const chosen = stored === null ? await choosePassword(ground, password, person) : null
  if (chosen instanceof Refusal) return chosen
  return db.transaction().execute(async trx => {
    const still = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', id)
      .where('active', '=', true)
      .where('password_hash', 'is not distinct from', stored)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const used = await trx
      .updateTable('setup_links')
      .set({ used_at: scope.now, ended_at: scope.now })
      .where('token_hash', '=', hashToken(token))
      .where('used_at', 'is', null)
      .where('ended_at', 'is', null)
      .returning('token_hash')
      .executeTakeFirst()
    if (!still || !used) return refuse('not_found')
    if (chosen !== null) await trx.updateTable('users').set({ password_hash: chosen }).where('id', '=', id).execute()
    await recordAudit(trx, scope, { action: 'emergency_used', subject: 'user', subjectId: id, personId: id })
    await announceSignInChange(trx, scope, id, { what: 'emergency_used' })
    return continueLogin(trx, scope, ground, {
      userId: id,
      method: 'setup',
      byPhone: false,
      owesPassword: false,
      mayEnrol: true,
      emergency: true,
    })
  })
}
