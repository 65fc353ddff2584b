import type * as z from 'zod'
import type { providerCalls } from '#contract/providers.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { connectProvider, reasonOf } from './open-connection.ts'
import { findProvider } from './queries.ts'

type Tested = z.input<(typeof providerCalls)['POST /api/providers/{id}/test']['answer']['body']>

/** Reads a provider's configuration and keys again, for the administrator who sets it up. Refusal: 404. */
export async function testConnection(
  platform: Pick<Platform, 'db' | 'safeFetch' | 'secrets'>,
  scope: PersonScope,
  id: string,
): Promise<Tested | Refusal> {
  const provider = await findProvider(platform.db, scope, id)
  if (!provider) return refuse('not_found')
  const nothing = { keys: 0, ends_sessions: false, back_channel: false }
  const connected = await connectProvider(platform, scope, provider, { again: true })
  if (connected instanceof Refusal) return { problem: connected.details.reason ?? connected.code, ...nothing }
  const { metadata, keys } = connected
  try {
    await keys.reload()
  } catch (error) {
    return { problem: reasonOf(error), ...nothing }
  }
  const count = keys.jwks()?.keys.length ?? 0
  return {
    problem: count === 0 ? 'it publishes no keys' : null,
    keys: count,
    ends_sessions: metadata.end_session_endpoint !== undefined,
    back_channel: metadata['backchannel_logout_supported'] === true,
  }
}
