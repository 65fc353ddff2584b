import { buildEndSessionUrl } from 'openid-client'
import { siteAddress } from '../../../platform/config.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { PersonScope } from '../../../platform/scope.ts'
import { connectProvider } from '../open-connection.ts'
import { findProviderOfSession } from './queries.ts'

/**
 * Where the browser goes to log out at the provider of the caller's session too; null where the session
 * did not begin at one, or that one has no such address or does not answer. No ID token is kept for it,
 * so the provider may ask the person to confirm.
 */
export async function findEndSession(platform: Platform, scope: PersonScope, port: number | undefined): Promise<string | null> {
  const provider = await findProviderOfSession(platform.db, scope)
  if (!provider) return null
  const connected = await connectProvider(platform, scope, provider)
  if (connected instanceof Refusal || !connected.metadata.end_session_endpoint) return null
  return buildEndSessionUrl(connected.configuration, { post_logout_redirect_uri: `${siteAddress(platform.settings, port)}/` }).href
}
