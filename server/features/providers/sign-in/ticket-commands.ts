import type * as z from 'zod'
import type { ProviderArrival, providerCalls } from '#contract/providers.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { decideInTransaction } from '../../../platform/database/decide-in-transaction.ts'
import { availableChannels } from '../../../platform/config.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import type { PersonScope, Scope } from '../../../platform/scope.ts'
import type { SecretPlace } from '../../../platform/secrets/secret-box.ts'
import { hashToken, newToken } from '../../../platform/session-gate.ts'
import { readAccepted } from '../../contracts/accepting/commands.ts'
import { acceptByProvider } from '../../invitations/by-provider/commands.ts'
import { lockCaller } from '../../people/commands.ts'
import { refuseAddressTakenNow } from '../../invitations/acceptance/commands.ts'
import type { OpenedSession } from '../../sessions/commands.ts'
import { refuseOldSignIn } from '../../sessions/queries.ts'
import { mapRoles, type ProvenIdentity } from '../policy.ts'
import { findEnabledProvider, holdProvider, readMapping, type ProviderRow } from '../queries.ts'
import { linkAccount } from '../accounts/commands.ts'
import { logInByProvider } from './commands.ts'
import { makePerson } from './person-commands.ts'
import type { Vouched } from './resolve-code.ts'
import { isKnown } from './queries.ts'

/** A person reads agreements, or signs in by another way, meanwhile. */
const ticketLifetimeMs = 20 * 60_000

type Ground = Pick<Platform, 'settings' | 'secrets'>
type Registration = z.output<(typeof providerCalls)['POST /api/login/provider/register']['body']>

interface Arrived {
  vouched: Vouched
  identity: ProvenIdentity
  /** The secret of the browser's cookie. */
  browser: string
  back: string | null
  /** Of the link of an invitation that the person accepts with the ticket. */
  invitation_hash: Buffer | null
}

/** Where a ticket's refresh token is sealed. */
export const ticketTokenPlace = (tokenHash: Buffer): SecretPlace => ({
  table: 'provider_tickets',
  column: 'refresh_token',
  row: `\\x${tokenHash.toString('hex')}`,
})

/**
 * Makes the ticket of a person whom a provider vouched for and who has no account linked. A record with
 * the same confirmed address is not linked: its person first signs in to it.
 * Refusal: 403 `provider_refused` for a new person where only those with a record may sign in, and for a provider that
 * was removed meanwhile.
 */
export async function issueProviderTicket(
  db: Connection,
  scope: Scope,
  { secrets, settings }: Ground,
  provider: ProviderRow,
  { vouched, identity, browser, back, invitation_hash }: Arrived,
): Promise<ProviderArrival | Refusal> {
  const invitation = invitation_hash !== null
  const known = !invitation && (await isKnown(db, scope, identity))
  if (!known && !invitation && provider.invited_only) return refuse('provider_refused')
  const provider_ticket = newToken()
  const token_hash = hashToken(provider_ticket)
  const { subject, sid, refreshToken, documents } = vouched
  const issued = await db.transaction().execute(async trx => {
    // A change of the mapping waits for the ticket, and ends it.
    const held = await trx.selectFrom('identity_providers').select('id').where('id', '=', provider.id).forShare().executeTakeFirst()
    if (!held) return false
    await trx
      .insertInto('provider_tickets')
      .values({
        token_hash,
        provider_id: provider.id,
        subject,
        ...identity,
        // Without an account, the person has no role of the provider that could stay.
        role_ids: mapRoles(documents, await readMapping(trx, scope, provider.id)) ?? [],
        sid,
        refresh_token: refreshToken === null ? null : secrets.seal(ticketTokenPlace(token_hash), refreshToken),
        browser_hash: hashToken(browser),
        return_path: back,
        invitation_hash,
        created_at: scope.now,
        expires_at: new Date(scope.now.getTime() + ticketLifetimeMs),
      })
      .execute()
    return true
  })
  if (!issued) return refuse('provider_refused')
  const channels = availableChannels(settings)
  const sent = { email: channels.includes('email'), phone: channels.includes('sms') }
  const confirm_by = (['email', 'phone'] as const).filter(by => known && identity[by] !== null && sent[by])
  return { provider_ticket, expires_in: ticketLifetimeMs / 1000, provider: provider.name, ...identity, known, invitation, confirm_by }
}

/** A ticket that can be used in this browser. */
export const findTicket = (db: Connection, { now }: Scope, ticket: string, browser: string | null) =>
  db
    .selectFrom('provider_tickets')
    .select(['token_hash', 'provider_id', 'subject', 'email', 'phone', 'role_ids', 'sid', 'refresh_token'])
    .where('token_hash', '=', hashToken(ticket))
    .where('browser_hash', '=', hashToken(browser ?? ''))
    .where('expires_at', '>', now.toISOString())

/** 422 `ticket_expired`: used, expired, or of another browser. */
export const ticketOver = () => refuse('ticket_expired', { message: 'refused.thisTookTooLongPleaseStart' })

/** Holds the provider of a ticket (`holdProvider`). */
export async function holdProviderOf(trx: Connection, _scope: Scope, ticket: string): Promise<void> {
  const found = await trx
    .selectFrom('provider_tickets')
    .select('provider_id')
    .where('token_hash', '=', hashToken(ticket))
    .executeTakeFirst()
  if (found) await holdProvider(trx, found.provider_id)
}

/** Uses up a ticket in its browser, and holds its provider. A refusal that rolls the transaction back leaves it usable. */
export async function consumeTicket(trx: Connection, scope: Scope, ticket: string, browser: string | null) {
  await holdProviderOf(trx, scope, ticket)
  return trx
    .deleteFrom('provider_tickets')
    .where('token_hash', '=', hashToken(ticket))
    .where('browser_hash', '=', hashToken(browser ?? ''))
    .where('expires_at', '>', scope.now.toISOString())
    .returning(['token_hash', 'provider_id', 'subject', 'name', 'email', 'phone', 'role_ids', 'sid', 'refresh_token', 'invitation_hash'])
    .executeTakeFirst()
}

/**
 * Registers the person of a ticket, or accepts the invitation that it was made for, links the account
 * and logs them in. Addresses that the provider confirmed are confirmed here for a new person only: an
 * invited record keeps its own.
 * Refusals: 422 `ticket_expired`, 403 `provider_refused`, 422 `contracts_required`, 409
 * `already_registered`, `account_taken`, and as `acceptByProvider` and `continueLogin`.
 */
export async function registerByProvider(
  { db, ...ground }: Ground & Pick<Platform, 'db'>,
  scope: Scope,
  input: Registration,
  browser: string | null,
): Promise<OpenedSession | Refusal> {
  const registering = decideInTransaction(db, async trx => {
    const ticket = await consumeTicket(trx, scope, input.provider_ticket, browser)
    if (!ticket) return ticketOver()
    const provider = await findEnabledProvider(trx, scope, ticket.provider_id)
    if (!provider) return refuse('provider_refused')
    const { name } = input
    const { invitation_hash: token_hash } = ticket
    const userId = token_hash
      ? await acceptByProvider(trx, scope, ground.settings, { token_hash, name, accepted: readAccepted(input) })
      : provider.invited_only
        ? refuse('provider_refused')
        : await makePerson(trx, scope, ticket, input)
    if (userId instanceof Refusal) return userId
    const accountId = await linkAccount(trx, scope, { userId, providerId: provider.id, subject: ticket.subject })
    if (accountId instanceof Refusal) return accountId
    const refreshToken = ticket.refresh_token && ground.secrets.open(ticketTokenPlace(ticket.token_hash), ticket.refresh_token).toString()
    const login = { accountId, userId, sid: ticket.sid, refreshToken, roleIds: ticket.role_ids }
    // In an object, because a request for a second factor is a refusal that commits.
    return { opened: await logInByProvider(trx, scope, ground, provider, login) }
  })
  const registered = await refuseAddressTakenNow(registering)
  return registered instanceof Refusal ? registered : registered.opened
}

/**
 * Links the account of a ticket to the caller, who has just proved who they are here. Its roles come
 * with the next sign-in through it.
 * Refusals: 403 `log_in_again`, 422 `ticket_expired`, 409 `account_taken`.
 */
export async function linkTicket(db: Connection, scope: PersonScope, ticket: string, browser: string | null): Promise<Refusal | null> {
  const old = await refuseOldSignIn(db, scope)
  if (old) return old
  const linked = await decideInTransaction(db, async trx => {
    const closed = await lockCaller(trx, scope)
    if (closed) return closed
    const taken = await consumeTicket(trx, scope, ticket, browser)
    if (!taken) return ticketOver()
    return linkAccount(trx, scope, { userId: scope.person.id, providerId: taken.provider_id, subject: taken.subject })
  })
  return linked instanceof Refusal ? linked : null
}
