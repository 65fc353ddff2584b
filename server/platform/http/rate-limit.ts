import { refuse } from '../refusal.ts'
import type { App } from './platform.ts'
import { sendProblem } from './problems.ts'

/**
 * Limits requests per address, before any other work. Built files do not use up the budget of calls. Calls may
 * have their own limits in addition (handle.ts).
 */
export function limitRequestRate({ http, platform: { limits, settings } }: App): void {
  if (!settings.rateLimit) return
  http.addHook('onRequest', (request, reply, done) => {
    const { unlimited, built } = request.routeOptions.config
    // Other names are answered with a page, which costs more than a file.
    const isBuilt = built?.has((request.params as { '*': string })['*'])
    const seconds = unlimited ? null : isBuilt ? limits.admitBuilt(request.ip) : limits.admitAny(request.ip)
    if (seconds === null) done()
    else sendProblem(reply, refuse('too_many_requests', { retry_after: seconds }))
  })
}
