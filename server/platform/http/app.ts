import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import underPressure from '@fastify/under-pressure'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { answerTimes } from '../metrics/measures.ts'
import { newcomers } from '../newcomers.ts'
import { refuse } from '../refusal.ts'
import { admitRequests } from './admit-requests.ts'
import { answerInTime } from './answer-in-time.ts'
import { maxConnections } from './connection-limit.ts'
import { refuseAmbiguousHost, refuseUnlessLocal } from './local-only.ts'
import { prepareToLeave } from './leaving.ts'
import type { Platform } from './platform.ts'
import { refusalOf, sendProblem, useProblems } from './problems.ts'
import { securityHeaders } from './security-headers.ts'
import { validatorCompiler } from './validation.ts'
import { responseSerializer } from './serialize-response.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call's name in the contract. */
    call?: string
    /** The limit for all requests of one address does not hold for it. */
    unlimited?: boolean | undefined
  }
}

const bodyLimit = 256 * 1024

/** A request has arrived whole by then, its head and its body. It is looked at this often, so that one that drips is ended at most a second later. */
const arrivalSeconds = 10
const looksPerArrival = 10

interface Options extends Pick<Platform, 'settings'> {
  /** Within how many seconds a request must have arrived. */
  within?: number
}

/**
 * The HTTP server without its calls: request ids, logs that name the call and never a person, security headers, problem documents,
 * and every request answered within 10 s.
 */
export async function createHttp({ settings, within = arrivalSeconds }: Options): Promise<FastifyInstance> {
  const arrival = within * 1000
  const patience = settings.maxQueueSeconds * 1000
  let door: RequestListener | undefined
  const isLeaving = () => http.leaving
  const http: FastifyInstance = fastify({
    bodyLimit,
    // What anybody else writes into X-Forwarded-For is not believed: it would let them choose whose limits they use up.
    trustProxy: settings.proxies.length > 0 ? settings.proxies : false,
    requestTimeout: arrival,
    forceCloseConnections: 'idle',
    // Before anything else, since refusing has to cost nearly nothing; one gate also where a name stands for two addresses.
    serverFactory: (serve: RequestListener) => {
      door ??= answerInTime(patience > 0 ? admitRequests(serve, { patience, isLeaving }) : serve, isLeaving)
      const timeouts = { requestTimeout: arrival, headersTimeout: arrival, connectionsCheckingInterval: arrival / looksPerArrival }
      const server = createServer({ keepAliveTimeout: 72_000, ...timeouts }, door)
      const most = maxConnections()
      if (most !== undefined) server.maxConnections = most
      return server
    },
    // Whoever came in before the door closed is answered like everybody else (leaving.ts).
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    // Addresses that the router itself cannot read: broken escapes, ids longer than any.
    frameworkErrors: (error, _request, reply) => void sendProblem(reply as never, refusalOf(error)),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // One for all: what is logged about a request names it.
    childLoggerFactory: logger => logger,
    logger: { level: settings.logLevel, serializers: { err: describeError } },
  })
  http.setValidatorCompiler(validatorCompiler as never)
  http.setSerializerCompiler((({ schema }: { schema: z.ZodType }) => responseSerializer(schema)) as never)
  acceptEmptyBodies(http)
  useProblems(http)
  prepareToLeave(http)
  newcomers.count(http.server)

  // Nothing here waits for anything, so that no step of every request needs a promise.
  const ofPages = securityHeaders(settings.mode === 'production')
  // Data are no page: whoever opens them in a browser, or frames them, is shown nothing that acts.
  const ofData = { ...ofPages, 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? ofData : ofPages).header('x-request-id', request.id)
    const refusal = refuseAmbiguousHost(request.raw) ?? (settings.mode === 'demo' ? refuseUnlessLocal(request.raw) : null)
    if (refusal) sendProblem(reply, refusal)
    else done()
  })
  http.addHook('onResponse', (request, reply, done) => {
    const answered = { call: request.routeOptions.config.call ?? request.routeOptions.url ?? 'page', status: reply.statusCode }
    answerTimes.observe(answered, reply.elapsedTime / 1000)
    http.log.info({ reqId: request.id, ...answered, ms: Math.round(reply.elapsedTime) }, 'answered')
    done()
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
