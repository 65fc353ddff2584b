import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  clockTolerance,
  Configuration,
  customFetch,
  None,
  type ServerMetadata,
} from 'openid-client'
import type { Platform } from '../../platform/http/platform.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { SafeFetch } from '../../platform/safe-fetch/fetch.ts'
import type { Scope } from '../../platform/scope.ts'
import { readConfiguration, fetchSafely, ProviderUnreachable, requestLimits, type Discovered } from './read-configuration.ts'
import { clientSecretPlace, type ProviderRow } from './queries.ts'

/** Difference of clocks that is tolerated, in seconds. */
export const toleratedSeconds = 30

/** A provider that answers, ready for requests as its client. */
export interface ConnectedProvider extends Discovered {
  configuration: Configuration
}

type Ground = Pick<Platform, 'safeFetch' | 'secrets'>

/**
 * A provider with its configuration, kept or read; `again`: read now.
 * Refusal: 503 `provider_unavailable`, with the reason; at once where it just did not answer.
 */
export async function connectProvider(
  { safeFetch, secrets }: Ground,
  { now }: Scope,
  provider: ProviderRow,
  { again = false } = {},
): Promise<ConnectedProvider | Refusal> {
  try {
    const discovered = await readConfiguration(safeFetch, provider.issuer, { now, again })
    return { ...discovered, configuration: configure(safeFetch, discovered.metadata, provider, openSecret(secrets, provider), now) }
  } catch (error) {
    return refuse('provider_unavailable', { reason: reasonOf(error) })
  }
}

function configure(
  safeFetch: SafeFetch,
  metadata: ServerMetadata,
  { client_id, issuer }: ProviderRow,
  secret: string | null,
  now: Date,
): Configuration {
  const methods = metadata.token_endpoint_auth_methods_supported
  const authenticate = !methods || methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
  const skew = Math.round((now.getTime() - Date.now()) / 1000)
  const configuration = new Configuration(
    metadata,
    client_id,
    { [clockTolerance]: toleratedSeconds, [clockSkew]: skew },
    secret === null ? None() : authenticate(secret),
  )
  configuration[customFetch] = fetchSafely(safeFetch)
  configuration.timeout = requestLimits.withinMs / 1000
  // The safe fetch accepts http for the operator's own networks only.
  if (new URL(issuer).protocol === 'http:') allowInsecureRequests(configuration)
  return configuration
}

const openSecret = (secrets: Ground['secrets'], { id, client_secret }: ProviderRow): string | null =>
  client_secret && secrets.open(clientSecretPlace(id), client_secret).toString()

/** Why a provider could not be used, without anything secret. */
export function reasonOf(error: unknown): string {
  for (let step = error; step instanceof Error; step = step.cause)
    if (step instanceof ProviderUnreachable) return step.message.slice(0, 200)
  const { code, message } = error as { code?: string; message?: string }
  return [code, message].filter(Boolean).join(': ').slice(0, 200)
}

/** Whether an error means that the provider does not answer, in contrast to an answer that is not accepted. */
export function isUnreachable(error: unknown): boolean {
  for (let step = error; step instanceof Error; step = step.cause) {
    if (step instanceof ProviderUnreachable) return true
    const { code } = step as Error & { code?: string }
    if (code === 'OAUTH_TIMEOUT' || code === 'ERR_JWKS_TIMEOUT') return true
  }
  return false
}
