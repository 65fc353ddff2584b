import { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } from 'openid-client'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import type { SecretPlace } from '../../../platform/secrets/secret-box.ts'
import { hashToken, newToken } from '../../../platform/session-gate.ts'
import { refuseEnded } from '../../invitations/acceptance/commands.ts'
import { connectProvider } from '../open-connection.ts'
import { redirectAddress } from '../present.ts'
import { findEnabledProvider, findProvider, holdProvider } from '../queries.ts'

const signInLifetimeMs = 10 * 60_000

interface Start {
  providerId: string
  purpose: 'login' | 'link' | 'preview'
  /** The secret of the browser's cookie. */
  browser: string
  /** The address of this site. */
  site: string
  back?: string | null | undefined
  /** The token of an invitation that is accepted by it. */
  invitation?: string | undefined
}

/** Where the PKCE verifier is stored. */
export const verifierPlace = (stateHash: Buffer): SecretPlace => ({
  table: 'provider_sign_ins',
  column: 'verifier',
  row: `\\x${stateHash.toString('hex')}`,
})

/**
 * Begins a sign-in: returns the provider's address for it. The state, of which only the hash is stored,
 * counts once, for ten minutes, in this browser.
 * Refusals: 404 (switched off, except for a preview; `invitation_over`), 409 `invitation_used`, 503
 * `provider_unavailable`.
 */
export async function startSignIn(
  platform: Pick<Platform, 'db' | 'safeFetch' | 'secrets'>,
  scope: Scope,
  { providerId, purpose, browser, site, back = null, invitation }: Start,
): Promise<{ address: string } | Refusal> {
  const { db, secrets } = platform
  const provider = await (purpose === 'preview' ? findProvider : findEnabledProvider)(db, scope, providerId)
  if (!provider) return refuse('not_found')
  const invitation_hash = invitation === undefined ? null : hashToken(invitation)
  const ended = invitation_hash && (await refuseEnded(db, scope, invitation_hash))
  if (ended) return ended
  const connected = await connectProvider(platform, scope, provider)
  if (connected instanceof Refusal) return connected
  const [state, nonce, verifier] = [newToken(), randomNonce(), randomPKCECodeVerifier()]
  const state_hash = hashToken(state)
  const isBegun = await db.transaction().execute(async trx => {
    if (!(await holdProvider(trx, provider.id))) return false
    await trx
      .insertInto('provider_sign_ins')
      .values({
        state_hash,
        provider_id: provider.id,
        purpose,
        user_id: purpose === 'login' ? null : (scope.person?.id ?? null),
        nonce,
        verifier: secrets.seal(verifierPlace(state_hash), verifier),
        browser_hash: hashToken(browser),
        return_path: back,
        invitation_hash,
        created_at: scope.now,
        expires_at: new Date(scope.now.getTime() + signInLifetimeMs),
      })
      .execute()
    return true
  })
  if (!isBegun) return refuse('not_found')
  const address = buildAuthorizationUrl(connected.configuration, {
    redirect_uri: redirectAddress(site),
    scope: provider.scopes,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // An account that is linked is proved now, not by a session that another person left open there.
    ...(purpose === 'link' && { prompt: 'login' }),
  })
  return { address: address.href }
}
