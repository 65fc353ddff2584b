import type * as z from 'zod'
import type { providerCalls } from '#contract/providers.ts'
import type { JoinAnswer } from '#contract/sessions.ts'
import type { CodeAddress } from '#domain/people/code-address.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { lockConfirmedOwner } from '../../people/queries.ts'
import { joinWithCode, spendCode } from '../../sessions/codes/commands.ts'
import type { OpenedSession } from '../../sessions/commands.ts'
import { listSecondFactors } from '../../sessions/passkeys/queries.ts'
import { refuseMerged } from '../../sessions/registration/commands.ts'
import { linkAccount } from '../accounts/commands.ts'
import { findEnabledProvider } from '../queries.ts'
import { logInByProvider } from './commands.ts'
import { findTicket, consumeTicket, holdProviderOf, ticketOver, ticketTokenPlace } from './ticket-commands.ts'

type Ground = Pick<Platform, 'db' | 'settings' | 'secrets'>
type Asked = z.output<(typeof providerCalls)['POST /api/login/provider/code']['body']>
type Answered = z.output<(typeof providerCalls)['POST /api/login/provider/link']['body']>

/**
 * Sends a code to the address that the provider confirmed, as for joining: with the same limits, and
 * whether or not a record will open, so that the answer says nothing about the record.
 * Refusals: 422 `ticket_expired`, and as `joinWithCode`.
 */
export async function sendMatchCode(
  { db, ...ground }: Ground,
  scope: Scope,
  { provider_ticket, by }: Asked,
  browser: string | null,
): Promise<z.input<typeof JoinAnswer> | Refusal> {
  const ticket = await findTicket(db, scope, provider_ticket, browser).executeTakeFirst()
  const address = ticket && (await findEnabledProvider(db, scope, ticket.provider_id)) ? addressOf(ticket, by) : null
  return address ? joinWithCode(db, scope, ground, address) : ticketOver()
}

/**
 * Links the account of a ticket to the one active person who confirmed the same address here, once its
 * code was entered, and logs them in by the provider. The ticket is held first, so that of many at once
 * one succeeds. A refusal commits, because a wrong code counts; it leaves the ticket for another way.
 * Refusals: 422 `ticket_expired`, `wrong_code`, 429 `too_many_codes`, 409 `already_registered`,
 * `record_merged`, `account_taken`, and as `continueLogin`.
 */
export const linkByCode = (
  { db, ...ground }: Ground,
  scope: Scope,
  { provider_ticket, by, join_ticket, code }: Answered,
  browser: string | null,
): Promise<OpenedSession | Refusal> =>
  db.transaction().execute(async trx => {
    await holdProviderOf(trx, scope, provider_ticket)
    const ticket = await findTicket(trx, scope, provider_ticket, browser).forUpdate().executeTakeFirst()
    const provider = ticket && (await findEnabledProvider(trx, scope, ticket.provider_id))
    const address = ticket ? addressOf(ticket, by) : null
    if (!ticket || !provider || !address) return ticketOver()
    const wrong = await spendCode(trx, scope, { address, userId: null }, { guess: code, ticket: join_ticket })
    if (wrong) return wrong
    const userId = await lockMatch(trx, scope, address)
    if (userId instanceof Refusal) return userId
    const { provider_id: providerId, subject, sid, role_ids: roleIds } = ticket
    if (await hasAccountAt(trx, userId, providerId)) return refuse('account_taken', { message: otherAccount })
    await consumeTicket(trx, scope, provider_ticket, browser)
    // The code is one factor: a person who has set up a second one here still needs it.
    const ownFactorDue = (await listSecondFactors(trx, scope, userId)).length > 0
    const accountId = await linkAccount(trx, scope, { userId, providerId, subject, ownFactorDue })
    if (accountId instanceof Refusal) return accountId
    const refreshToken = ticket.refresh_token && ground.secrets.open(ticketTokenPlace(ticket.token_hash), ticket.refresh_token).toString()
    return logInByProvider(trx, scope, ground, provider, { accountId, userId, sid, refreshToken, roleIds })
  })

function addressOf({ email, phone }: { email: string | null; phone: string | null }, by: Asked['by']): CodeAddress | null {
  if (by === 'email') return email === null ? null : { email }
  return phone === null ? null : { phone }
}

/** Only the owner of the address learns why it opens no record: the code was right. */
async function lockMatch(trx: Connection, scope: Scope, address: CodeAddress): Promise<string | Refusal> {
  const owner = await lockConfirmedOwner(trx, scope, address)
  if (!owner) return (await refuseMerged(trx, scope, address)) ?? refuse('already_registered', { message: noMatch })
  return owner.dormant ? refuse('already_registered', { message: dormant }) : owner.id
}

/** The person may have several accounts of a provider, but adds the second one signed in. */
async function hasAccountAt(trx: Connection, userId: string, providerId: string): Promise<boolean> {
  const account = await trx
    .selectFrom('provider_accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider_id', '=', providerId)
    .limit(1)
    .executeTakeFirst()
  return account !== undefined
}

const noMatch = 'refused.thisAddressAloneDoesNotOpen'
const dormant = 'refused.thisNumberWasNotUsedHere'
const otherAccount = 'refused.yourRecordIsLinkedToAnother'
