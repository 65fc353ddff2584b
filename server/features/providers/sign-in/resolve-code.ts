import { authorizationCodeGrant, fetchUserInfo } from 'openid-client'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { connectProvider, isUnreachable, reasonOf, type ConnectedProvider } from '../open-connection.ts'
import { isIdentifier, type Claims } from '../policy.ts'
import { redirectAddress } from '../present.ts'
import type { ProviderRow } from '../queries.ts'
import { verifyToken } from '../check-token.ts'

/** What a browser brought back from a provider. */
export interface Returned {
  state: string
  code?: string | undefined
  iss?: string | undefined
  error?: string | undefined
}

interface Expected {
  /** The address of this site. */
  site: string
  provider: ProviderRow
  nonce: string
  verifier: string
}

/** What a provider vouched for. */
export interface Vouched {
  subject: string
  /** The provider's name of its session. */
  sid: string | null
  refreshToken: string | null
  /** The ID token's claims, then those of the userinfo endpoint. */
  documents: readonly Claims[]
}

type Ground = Pick<Platform, 'safeFetch' | 'secrets'>

/**
 * Exchanges the code for tokens and checks everything: state, issuer of the response (RFC 9207), PKCE,
 * and the ID token's signature, issuer, audience, nonce and times.
 * Refusals: 422 `provider_failed`, 503 `provider_unavailable`.
 */
export async function exchangeCode(ground: Ground, scope: Scope, returned: Returned, expected: Expected): Promise<Vouched | Refusal> {
  const { provider } = expected
  const connected = await connectProvider(ground, scope, provider)
  if (connected instanceof Refusal) return connected
  try {
    return await exchange(scope, connected, returned, expected)
  } catch (error) {
    return refuse(isUnreachable(error) ? 'provider_unavailable' : 'provider_failed', { reason: reasonOf(error) })
  }
}

async function exchange(
  scope: Scope,
  connected: ConnectedProvider,
  { state, ...parameters }: Returned,
  { provider, nonce, verifier, site }: Expected,
): Promise<Vouched | Refusal> {
  const { configuration, metadata } = connected
  const response = new URL(redirectAddress(site))
  for (const [name, value] of Object.entries({ state, ...parameters })) if (value !== undefined) response.searchParams.set(name, value)
  const tokens = await authorizationCodeGrant(configuration, response, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const { payload } = await verifyToken(connected, scope, tokens.id_token ?? '', {
    clientId: provider.client_id,
    issuer: metadata.issuer,
    reload: true,
  })
  const { sub, sid } = payload
  if (!isIdentifier(sub) || payload['nonce'] !== nonce) return refuse('provider_failed')
  const userInfo = metadata.userinfo_endpoint ? await fetchUserInfo(configuration, tokens.access_token, sub) : null
  return {
    subject: sub,
    sid: isIdentifier(sid) ? sid : null,
    refreshToken: tokens.refresh_token ?? null,
    documents: userInfo ? [payload, userInfo] : [payload],
  }
}
