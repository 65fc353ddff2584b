import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { answerTimes } from '../metrics/measures.ts'
import { newcomers } from '../newcomers.ts'
import { refuse } from '../refusal.ts'
import { admitRequests } from './admit-requests.ts'
import { prepareToLeave } from './leaving.ts'
import type { Platform } from './platform.ts'
import { refusalOf, sendProblem, useProblems } from './problems.ts'
import { validatorCompiler } from './validation.ts'
import { answerWriter } from './write-answer.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call's name in the contract. */
    call?: string
    /** The limit for all requests of one address does not hold for it. */
    unlimited?: true | undefined
  }
}

const bodyLimit = 256 * 1024

/**
 * The HTTP server without its calls: request ids, logs that name the call and never a person, security headers, problem documents,
 * and every request answered within 10 s.
 */
export async function createHttp({ settings }: Pick<Platform, 'settings'>): Promise<FastifyInstance> {
  const patience = settings.patienceSeconds * 1000
  let admitted: RequestListener | undefined
  const http: FastifyInstance = fastify({
    bodyLimit,
    // What anybody else writes into X-Forwarded-For is not believed: it would let them choose whose limits they use up.
    trustProxy: settings.proxies.length > 0 ? settings.proxies : false,
    requestTimeout: 10_000,
    // Half a second less would cut off a statement that may still answer; a second more, on a busy machine, is later than that.
    handlerTimeout: 9_000,
    forceCloseConnections: 'idle',
    // Before anything else, since refusing has to cost nearly nothing; one gate also where a name stands for two addresses.
    ...(patience > 0 && {
      serverFactory: (serve: RequestListener) =>
        createServer(
          { keepAliveTimeout: 72_000, requestTimeout: 10_000 },
          (admitted ??= admitRequests(serve, { patience, isLeaving: () => http.leaving })),
        ),
    }),
    // Whoever came in before the door closed is answered like everybody else (leaving.ts).
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    // Addresses that the router itself cannot read: broken escapes, ids longer than any.
    frameworkErrors: (error, _request, reply) => void sendProblem(reply as never, refusalOf(error)),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    logger: { level: settings.logLevel, serializers: { err: describeError } },
  })
  http.setValidatorCompiler(validatorCompiler as never)
  http.setSerializerCompiler((({ schema }: { schema: z.ZodType }) => answerWriter(schema)) as never)
  acceptEmptyBodies(http)
  useProblems(http)
  prepareToLeave(http)
  newcomers.count(http.server)

  // Nothing here waits: a promise at each step of every request is a tenth of what the shortest answer takes.
  http.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    // Data are no page: whoever opens them in a browser, or frames them, is shown nothing that acts.
    if (request.url.startsWith('/api/'))
      reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    done()
  })
  http.addHook('onResponse', (request, reply, done) => {
    const answered = { call: request.routeOptions.config.call ?? request.routeOptions.url ?? 'page', status: reply.statusCode }
    answerTimes.observe(answered, reply.elapsedTime / 1000)
    request.log.info({ ...answered, ms: Math.round(reply.elapsedTime) }, 'answered')
    done()
  })

  await http.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: settings.mode === 'production',
    crossOriginEmbedderPolicy: false,
    // For browsers and plug-ins that are no more, and about links elsewhere, of which we have none; they would travel with every answer.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  // The gate knows better, where there is one.
  if (patience > 0) return http
  await http.register(underPressure, {
    maxEventLoopDelay: 2000,
    // Without a sample since the last look the plugin says Infinity; a stall that is over is no reason to refuse anybody.
    pressureHandler: (_request, reply, _type, value) =>
      Number.isFinite(value) ? void sendProblem(reply, refuse('unavailable', { retry_after: 2 })) : undefined,
  })
  return http
}

/** `Content-Type: application/json` with nothing in it is no body, not a broken one. */
function acceptEmptyBodies(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body as string, done)
  })
}

/** Errors as logged: what and where, without the values that a database error quotes. */
function describeError(error: Error & { code?: string; constraint?: string; table?: string }) {
  const { name, code, constraint, table, stack } = error
  const fromDatabase = table !== undefined || code?.length === 5
  return {
    type: name,
    message: fromDatabase ? `database error ${code}` : error.message,
    stack: fromDatabase ? '' : (stack ?? ''),
    code,
    constraint,
    table,
  }
}
