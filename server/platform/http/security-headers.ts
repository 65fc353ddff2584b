import { ServerResponse, type IncomingMessage } from 'node:http'
import helmet from 'helmet'

/** What helmet puts on every answer, asked once: it is the same for all. `onlyByHttps`: browsers shall come by https from now on. */
export function securityHeaders(onlyByHttps: boolean): Record<string, string> {
  const secure = helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: onlyByHttps,
    crossOriginEmbedderPolicy: false,
    // For browsers and plug-ins that are no more, and about links elsewhere, of which we have none; they would travel with every answer.
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
