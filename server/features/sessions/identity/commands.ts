import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { verifyPhone } from '../../people/phones/commands.ts'
import type { OpenedSession } from '../commands.ts'
import { continueLogin, issueLoginTicket, openLoginTicket, refuseManyFailures } from '../second-step/commands.ts'

const maxTriesPerTicket = 3

const identityLimit = {
  awaits: ['identity'] as const,
  maxFailures: 5,
  message: 'refused.thereWereTooManyAttemptsPlease' as const,
}

/** The claimed name or e-mail address. */
type Claim = { name?: string | undefined; email?: string | undefined }

/**
 * Asks the owner of a number that was not used for a year for the name or e-mail address on file, because
 * the network may have reassigned the number. The refusal contains a ticket and nothing from the record.
 * Call it after a right code. Refusals: 403 `identity_required`, 429 `too_many_codes`.
 */
export async function askForIdentity(
  trx: Connection,
  scope: Scope,
  { secrets }: Pick<Platform, 'secrets'>,
  userId: string,
): Promise<Refusal> {
  const refusal = await refuseManyFailures(trx, scope, userId, identityLimit)
  return (
    refusal ??
    refuse(
      'identity_required',
      await issueLoginTicket(trx, scope, secrets, {
        user_id: userId,
        awaits: 'identity',
        by_phone: true,
        provider_login_id: null,
        secret: null,
      }),
    )
  )
}

/**
 * Continues a login that asked for the identity. Requests about one person run one after the other, and
 * each try is counted before it is compared. If the identity matches, the login continues as after a
 * code, with further steps for a privileged person. Refusals: 401 `login_expired`, `password_required`
 * and `code_required`, 422 `wrong_identity`, 429 `too_many_codes`.
 */
export const confirmIdentity = (
  { db, ...ground }: Pick<Platform, 'db' | 'settings' | 'secrets'>,
  scope: Scope,
  { login_ticket, ...claim }: Claim & { login_ticket: string },
): Promise<OpenedSession | Refusal> =>
  db.transaction().execute(async trx => {
    const opened = await openLoginTicket(trx, scope, login_ticket, { ...identityLimit, maxTries: maxTriesPerTicket })
    if (opened instanceof Refusal) return opened
    const { person, token_hash } = opened
    if (!(await isOnFile(trx, person.id, claim))) return refuse('wrong_identity')
    await trx.updateTable('login_tickets').set({ used_at: scope.now }).where('token_hash', '=', token_hash).execute()
    await verifyPhone(trx, scope, person.id)
    return continueLogin(trx, scope, ground, {
      userId: person.id,
      method: 'code',
      byPhone: true,
      owesPassword: person.password_hash !== null,
      mayEnrol: true,
    })
  })

/** Compares names without case, accents and spaces, and addresses without case. */
async function isOnFile(trx: Connection, userId: string, { name, email }: Claim): Promise<boolean> {
  const joined = (key: ReturnType<typeof sql>) => sql<string>`regexp_replace(${key}, '\\s+', '', 'g')`
  const folded = joined(sql`fold_words(${name ?? ''})`)
  const same =
    name === undefined
      ? sql<boolean>`lower(email) = lower(${email ?? ''})`
      : sql<boolean>`${folded} <> '' AND ${joined(sql.ref('name_key'))} = ${folded}`
  const found = await trx.selectFrom('users').select('id').where('id', '=', userId).where(same).executeTakeFirst()
  return found !== undefined
}
