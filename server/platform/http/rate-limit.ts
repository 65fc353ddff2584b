import { refuse } from '../refusal.ts'
import type { App } from './platform.ts'
import { sendProblem } from './problems.ts'

/**
 * Limits requests per address, before any other work. Calls may have their own limits in addition
 * (handle.ts).
 */
export function limitRequestRate({ http, platform: { limits, settings } }: App): void {
  if (!settings.rateLimit) return
  http.addHook('onRequest', (request, reply, done) => {
    const seconds = request.routeOptions.config.unlimited ? null : limits.admitAny(request.ip)
    if (seconds === null) done()
    else sendProblem(reply, refuse('too_many_requests', { retry_after: seconds }))
  })
}
