import type { ProviderArrival, ProviderPreview } from '#contract/providers.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import type { PersonScope, Scope } from '../../../platform/scope.ts'
import { lockCaller } from '../../people/commands.ts'
import { judgeMapping } from '../../roles/from-providers/commands.ts'
import type { OpenedSession } from '../../sessions/commands.ts'
import { refuseOldSignIn } from '../../sessions/queries.ts'
import { linkAccount } from '../accounts/commands.ts'
import { notePreview } from '../commands.ts'
import { listClaims, mapRoles, readIdentityClaims, type ProvenIdentity } from '../policy.ts'
import { findProvider, holdProvider, readMapping, type ProviderRow } from '../queries.ts'
import { logInLinked, consumeSignIn } from './commands.ts'
import { exchangeCode, type Returned, type Vouched } from './resolve-code.ts'
import { isLinked, type SignInRow } from './queries.ts'
import { verifierPlace } from './start-commands.ts'
import { issueProviderTicket } from './ticket-commands.ts'

/** What became of a sign-in. */
export interface Confirmed {
  back: string | null
  opened?: OpenedSession
  linked?: { provider: string }
  arrival?: ProviderArrival
  preview?: ProviderPreview
}

interface Return extends Returned {
  /** The secret of the browser's cookie. */
  browser: string | null
  site: string
}

type Ground = Pick<Platform, 'db' | 'safeFetch' | 'secrets' | 'settings'>

/**
 * Completes a sign-in with what the browser brought back. The state is used up first, outside of the
 * transaction that follows: a code that was tried is over.
 * Refusals: 401 `login_expired`, 422 `provider_failed`, 503 `provider_unavailable`, 403
 * `provider_refused`, 409 `record_merged`, 409 `account_taken`, and as `continueLogin`.
 */
export async function confirmSignIn(ground: Ground, scope: Scope, { browser, site, ...returned }: Return): Promise<Confirmed | Refusal> {
  const { db, secrets } = ground
  const signIn = await consumeSignIn(db, scope, { state: returned.state, browser })
  if (!signIn || browser === null) return refuse('login_expired')
  const provider = await findProvider(db, scope, signIn.provider_id)
  if (!provider || (!provider.enabled && signIn.purpose !== 'preview')) return refuse('login_expired')
  const { nonce } = signIn
  const verifier = secrets.open(verifierPlace(signIn.state_hash), signIn.verifier).toString()
  const vouched = await exchangeCode(ground, scope, returned, { provider, nonce, verifier, site })
  if (vouched instanceof Refusal) return vouched
  const identity = readIdentityClaims(vouched.documents, provider)
  const roleIds = mapRoles(vouched.documents, await readMapping(db, scope, provider.id))
  const facts = { vouched, identity, roleIds }
  if (signIn.purpose === 'preview') return showPreview(ground, scope, signIn, provider, facts)
  if (signIn.purpose === 'link') return link(ground, scope, signIn, provider, vouched)
  const { return_path: back, invitation_hash } = signIn
  if (invitation_hash && (await isLinked(db, scope, provider.id, vouched.subject)))
    return refuse('account_taken', { message: linkedElsewhere })
  const opened = await logInLinked(db, scope, ground, provider, { ...vouched, roleIds })
  if (opened instanceof Refusal) return opened
  if (opened) return { back, opened }
  const arrival = await issueProviderTicket(db, scope, ground, provider, { vouched, identity, browser, back, invitation_hash })
  return arrival instanceof Refusal ? arrival : { back, arrival }
}

const linkedElsewhere = 'refused.thisAccountIsAlreadyLinkedTo'

interface Facts {
  vouched: Vouched
  identity: ProvenIdentity
  /** Null: unknown. */
  roleIds: readonly string[] | null
}

/** Shows the administrator who began it what came and what it would give, and notes that the connection works. */
async function showPreview(
  { db }: Ground,
  scope: Scope,
  { user_id, return_path: back }: SignInRow,
  provider: ProviderRow,
  { vouched, identity, roleIds }: Facts,
): Promise<Confirmed | Refusal> {
  if (scope.person === null || scope.person.id !== user_id) return refuse('unauthenticated')
  await notePreview(db, scope, provider)
  const roles = roleIds && (await judgeMapping(db, scope, provider.mapping_author_id, roleIds))
  const preview = {
    provider_id: provider.id,
    subject: vouched.subject,
    claims: listClaims(vouched.documents),
    ...identity,
    roles: roles && roles.map(({ role, given }) => ({ name: role.name, given })),
  }
  return { back, preview }
}

/** Links the account to the person who began it, who is signed in here and proved that a moment ago. */
async function link(
  { db }: Ground,
  scope: Scope,
  { user_id, return_path: back }: SignInRow,
  provider: ProviderRow,
  { subject }: Vouched,
): Promise<Confirmed | Refusal> {
  if (!isPerson(scope) || scope.person.id !== user_id) return refuse('unauthenticated')
  const old = await refuseOldSignIn(db, scope)
  if (old) return old
  const { id: userId } = scope.person
  const linked = await db.transaction().execute(async trx => {
    const closed = await lockCaller(trx, scope)
    if (closed) return closed
    return (await holdProvider(trx, provider.id))
      ? linkAccount(trx, scope, { userId, providerId: provider.id, subject })
      : refuse('provider_refused')
  })
  return linked instanceof Refusal ? linked : { back, linked: { provider: provider.name } }
}

const isPerson = (scope: Scope): scope is PersonScope => scope.person !== null
