import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler, onRequestHookHandler } from 'fastify'
import { rolesHeader, hashRoles } from '#contract/granted.ts'
import { unattendedHeader } from '#contract/session-use.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { Scope } from '../scope.ts'
import { bearerToken } from '../session-gate.ts'
import { readCookie } from './browser-cookie.ts'
import { type Found, openScope, refuseCaller } from './call-access.ts'
import type { CallRoute } from './call-route.ts'
import { setLanguage } from './content-language.ts'
import { sendProblem } from './problems.ts'
import { sendIfCached } from './shared-answer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    scope: Scope
    /**
     * Admits the caller again, by the rights of now. A client chooses how late a body arrives, and how long a file
     * takes to be read. Undefined without a session.
     */
    readmit?: (how?: { isUse: boolean }) => Promise<Refusal | null>
    /** The body was still arriving after the session lookup. */
    isBodyLate?: boolean
  }
}

/** Looks up the caller's session, sets `request.scope`, and ends requests of callers who may not make the call. */
export function admitCaller({ call, method, platform, options }: CallRoute): onRequestHookHandler {
  /** Answers a refused request or one in the cache; returns whether it did. */
  const answerEarly = (request: FastifyRequest, reply: FastifyReply, now: Date, ip: string, found: Found): boolean => {
    const caller = openScope(request, now, ip, found, call)
    const { scope } = caller
    request.scope = scope
    if (scope.language !== request.language) setLanguage(request, reply, scope.language)
    // Also on refusals, so that the page of a person who lost an ability updates at once.
    if (scope.person) reply.header(rolesHeader, hashRoles(scope.person))
    const refusal = refuseCaller(call, method, caller)
    if (refusal) sendProblem(reply, refusal)
    return refusal !== null || (options.shared === true && sendIfCached(request, reply, platform.cache) !== undefined)
  }

  /** Synchronous without a token, since there is no session to look up. */
  return (request, reply, done) => {
    const now = platform.clock.now()
    // Undefined after the client disconnected.
    const ip = request.ip as string | undefined
    if (ip === undefined) return done(new ClientDisconnected())
    const goOn = (answered: boolean) => {
      if (!answered) done()
    }
    const token = bearerToken(request.headers.authorization)
    if (!token) return goOn(answerEarly(request, reply, now, ip, null))
    const isUse = request.headers[unattendedHeader] === undefined
    const lookUp = (at: Date, how = { isUse }) => platform.gate(token, readCookie(request.headers.cookie), at, how)
    lookUp(now)
      .then(found => {
        // Small bodies arrive with the head, and have been parsed by now.
        request.isBodyLate = method !== 'GET' && request.raw.complete === false
        request.readmit = async how => {
          const later = platform.clock.now()
          const caller = openScope(request, later, ip, await lookUp(later, how), call)
          request.scope = caller.scope
          return refuseCaller(call, method, caller)
        }
        return answerEarly(request, reply, now, ip, found)
      })
      .then(goOn, done)
  }
}

/** The client disconnected before any work was done; the response goes nowhere. */
class ClientDisconnected extends Error {
  readonly statusCode = 503
}

/** Counts the requests of an address for the call's own limit, before the session lookup: 429 `too_many_requests`. */
export function limitAddress({ name, platform, options: { limit } }: CallRoute): onRequestAsyncHookHandler[] {
  if (!limit || !platform.settings.rateLimit) return []
  return [
    async (request, reply) => {
      const seconds = await platform.limits.admit(request.ip, name, limit)
      if (seconds !== null) return sendProblem(reply, refuse('too_many_requests', { retry_after: seconds }))
    },
  ]
}

/** Counts the requests of a signed-in person for the call's own limit: 429 `too_many_requests`. */
export function limitPerson({ name, platform, options: { personLimit } }: CallRoute): onRequestAsyncHookHandler[] {
  if (!personLimit || !platform.settings.rateLimit) return []
  return [
    async (request, reply) => {
      const id = request.scope.person?.id
      const seconds = id ? await platform.limits.admitTry(id, name, personLimit) : null
      if (seconds !== null) return sendProblem(reply, refuse('too_many_requests', { retry_after: seconds }))
    },
  ]
}
