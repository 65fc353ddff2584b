import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Settings } from '../../../platform/config.ts'
import type { Connection } from '../../../platform/database.ts'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { hashToken, newToken } from '../../../platform/session-gate.ts'
import { recordAudit } from '../../audit/commands.ts'
import { readIdentity } from '../../people/queries.ts'
import { readSettingsRow } from '../../site/queries.ts'
import { openSession, type Opened } from '../commands.ts'
import { findStep, writeSecret } from './app-code.ts'

const second = 1000
const lifetime = 10 * 60 * second
const triesPerTicket = 5
const failuresPerPerson = 10
const failureWindow = 24 * 60 * 60 * second

interface Proved {
  userId: string
  /** The one thing that was proved is the phone, though there is a password. */
  owesPassword: boolean
}

/**
 * Logs in whoever has proved their password or phone. Who opens the administration is first asked for their password, 401 `password_required`, where they have
 * one, then for their app's code, 401 `code_required`, and where they have no app yet, for setting one up; not in the demo, whose passwords are public. Call it
 * inside a transaction.
 */
export async function letIn(
  trx: Connection,
  scope: Scope,
  { mode }: Settings,
  { userId, owesPassword }: Proved,
): Promise<Opened | Refusal> {
  const { access, user } = await readIdentity(trx, scope, userId)
  if (mode === 'demo' || !access.isAdmin) return openSession(trx, scope, userId)
  return owesPassword ? refuse('password_required') : askForCode(trx, scope, user)
}

async function askForCode(trx: Connection, { now }: Scope, { id, name }: { id: string; name: string }): Promise<Refusal> {
  const login_ticket = newToken()
  const app = await trx.selectFrom('authenticators').select('user_id').where('user_id', '=', id).executeTakeFirst()
  const secret = app ? null : randomBytes(20)
  await trx
    .insertInto('login_tickets')
    .values({ token_hash: hashToken(login_ticket), user_id: id, secret, created_at: now, expires_at: new Date(now.getTime() + lifetime) })
    .execute()
  const details = { login_ticket, expires_in: lifetime / second }
  if (secret === null) return refuse('code_required', details)
  const { site_name } = await readSettingsRow(trx)
  return refuse('code_required', { ...details, authenticator: describeApp(secret, site_name, name) })
}

/** What an app needs: the secret to type in, and the address that opens an app on the same device (the key URI format, which all of them read). */
function describeApp(bytes: Buffer, site: string, name: string): { secret: string; address: string } {
  const secret = writeSecret(bytes)
  const label = [site, name].map(encodeURIComponent).join(':')
  return { secret, address: `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(site)}` }
}

/**
 * Ends a login with the app's code. Everything about one person happens one after the other, the try is counted before the code is looked at, and no code
 * counts twice: of 20 at once one succeeds. The first code that is right sets the app up.
 * Refusals: 401 `login_expired`, 422 `wrong_code`, 429 `too_many_codes`.
 */
export const confirmLogin = (db: Connection, scope: Scope, { login_ticket, code }: { login_ticket: string; code: string }) =>
  db.transaction().execute(async (trx): Promise<Opened | Refusal> => {
    const token_hash = hashToken(login_ticket)
    const person = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', ({ selectFrom }) => selectFrom('login_tickets').select('user_id').where('token_hash', '=', token_hash))
      .where('active', '=', true)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!person) return refuse('login_expired')
    const tired = await refuseTired(trx, scope, person.id)
    if (tired) return tired
    const ticket = await trx
      .updateTable('login_tickets')
      .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
      .where('token_hash', '=', token_hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', scope.now.toISOString())
      .where('tries', '<', triesPerTicket)
      .returning('secret')
      .executeTakeFirst()
    if (!ticket) return refuse('login_expired')
    const right = await spendAppCode(trx, scope, { userId: person.id, offered: ticket.secret, code })
    if (!right) return refuse('wrong_code', { message: 'The code is not right, or was used already. Wait for the next one in your app.' })
    await trx.updateTable('login_tickets').set({ used_at: scope.now }).where('token_hash', '=', token_hash).execute()
    return openSession(trx, scope, person.id)
  })

/** Whether a code is the app's and was not used; it is now. Where there is no app, the one that was offered is set up by it. */
async function spendAppCode(
  trx: Connection,
  scope: Scope,
  { userId, offered, code }: { userId: string; offered: Buffer | null; code: string },
): Promise<boolean> {
  const app = await trx.selectFrom('authenticators').select(['secret', 'last_step']).where('user_id', '=', userId).executeTakeFirst()
  const secret = app?.secret ?? offered
  if (secret === null) return false
  const step = findStep(secret, code, scope.now)
  if (step === null || (app && step <= app.last_step)) return false
  if (app) {
    await trx.updateTable('authenticators').set({ last_step: step }).where('user_id', '=', userId).execute()
    return true
  }
  await trx.insertInto('authenticators').values({ user_id: userId, secret, last_step: step, created_at: scope.now }).execute()
  await recordAudit(trx, scope, { action: 'app_set_up', subject: 'user', subjectId: userId, personId: userId })
  return true
}

/** Ten wrong codes a person in 24 hours, however many tickets they had. */
async function refuseTired(trx: Connection, { now }: Scope, userId: string): Promise<Refusal | null> {
  const { failures, oldest } = await trx
    .selectFrom('login_tickets')
    .select([
      sql<number>`coalesce(sum(tries - (used_at IS NOT NULL)::int), 0)::int`.as('failures'),
      sql<string | null>`min(created_at) FILTER (WHERE tries > (used_at IS NOT NULL)::int)`.as('oldest'),
    ])
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(now.getTime() - failureWindow).toISOString())
    .executeTakeFirstOrThrow()
  if (failures < failuresPerPerson) return null
  const until = Date.parse(oldest ?? '') + failureWindow
  return refuse('too_many_codes', {
    retry_after: Math.max(0, Math.ceil((until - now.getTime()) / second)),
    message: 'There were too many wrong codes. Please try again later.',
  })
}
