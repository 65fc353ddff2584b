import { ServerResponse, type IncomingMessage } from 'node:http'
import helmet from 'helmet'

/**
 * helmet's headers, computed once, because they are the same for every response. `onlyByHttps`: browsers
 * shall use https from now on (HSTS).
 */
export function securityHeaders(onlyByHttps: boolean): Record<string, string> {
  const secure = helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: onlyByHttps,
    crossOriginEmbedderPolicy: false,
    // Headers for obsolete browsers and plug-ins, and for external links, of which there are none.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  const request = { method: 'GET' } as IncomingMessage
  const answer = new ServerResponse(request)
  secure(request, answer, error => {
    if (error) throw error
  })
  return answer.getHeaders() as Record<string, string>
}
