import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type * as z from 'zod'
import { defaultLanguage } from '#contract/languages.ts'
import { answerTimes } from '../metrics/measures.ts'
import { connectionRate } from '../connection-rate.ts'
import { compressAnswers } from './compress-answers.ts'
import { cleanForwardedFor } from './forwarded-for.ts'
import { shedLoad } from './load-shedding.ts'
import { limitResponseTime } from './response-timeout.ts'
import { maxConnections } from './connection-limit.ts'
import { refuseAmbiguousHost, refuseUnlessLocal } from './local-only.ts'
import { prepareShutdown } from './graceful-shutdown.ts'
import type { Platform } from './platform.ts'
import { refusalOf, sendProblem, registerErrorHandlers } from './problems.ts'
import { securityHeaders } from './security-headers.ts'
import { validatorCompiler } from './validation.ts'
import { responseSerializer } from './serialize-response.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call's name in the contract. */
    call?: string
    /** Exempt from the rate limit per address. */
    unlimited?: boolean | undefined
    /** The files of the build that the route serves: they have a rate limit of their own. */
    built?: ReadonlySet<string>
  }
}

const bodyLimit = 256 * 1024

/** The time for a request to arrive completely. Slow requests are ended at most a tenth of it later. */
const defaultReceiveTimeoutMs = 10_000
const checksPerTimeout = 10

interface Options extends Pick<Platform, 'settings'> {
  /** The time for a request to arrive completely. */
  receiveTimeoutMs?: number
  /** Takes requests for others than this instance; answers false for a request that it leaves to it. */
  dispatch?: (request: IncomingMessage, response: ServerResponse) => boolean
  /** This instance gets its requests from the `dispatch` of another one, which listens, and logs where that one does. */
  mountedIn?: { log: FastifyBaseLogger }
}

/**
 * The HTTP server without its calls: request ids, logs that name the call and never a person, security
 * headers, problem documents, and every request answered within 10 s.
 */
export async function createHttp({
  settings,
  receiveTimeoutMs = defaultReceiveTimeoutMs,
  dispatch,
  mountedIn,
}: Options): Promise<FastifyInstance> {
  const maxQueueMs = settings.maxQueueSeconds * 1000
  let listener: RequestListener | undefined
  const isShuttingDown = () => http.shuttingDown
  const http: FastifyInstance = fastify({
    bodyLimit,
    // X-Forwarded-For from other senders is ignored: it would let them choose whose rate limit they use up.
    trustProxy: settings.proxies.length > 0 ? settings.proxies : false,
    requestTimeout: receiveTimeoutMs,
    forceCloseConnections: 'idle',
    // Before Fastify, so that refusing is cheap; one listener also where `localhost` is two addresses and
    // so two servers.
    serverFactory: (serve: RequestListener) => {
      if (mountedIn) return createServer(serve)
      const serveOwn: RequestListener = (request, response) => {
        if (!dispatch?.(request, response)) serve(request, response)
      }
      const answer = limitResponseTime(dispatch ? serveOwn : serve, isShuttingDown)
      // With `dispatch`, each organisation has a queue of its own.
      listener ??=
        maxQueueMs > 0 && !dispatch
          ? shedLoad(answer, { maxQueueMs, isShuttingDown })
          : (request, response) => answer(request, response, performance.now())
      const timeouts = {
        requestTimeout: receiveTimeoutMs,
        headersTimeout: receiveTimeoutMs,
        connectionsCheckingInterval: receiveTimeoutMs / checksPerTimeout,
      }
      const server = createServer({ keepAliveTimeout: 72_000, ...timeouts }, listener)
      const connections = maxConnections()
      if (connections !== undefined) server.maxConnections = connections
      return server
    },
    // Requests that arrive before the server closes are answered normally (graceful-shutdown.ts).
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    // Paths that the router cannot parse: invalid escapes, ids that are too long.
    frameworkErrors: (error, _request, reply) => void sendProblem(reply as never, refusalOf(error)),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // One logger for all requests: each entry contains the request id.
    childLoggerFactory: logger => logger,
    ...(mountedIn ? { loggerInstance: mountedIn.log } : { logger: { level: settings.logLevel, serializers: { err: describeError } } }),
  })
  http.setValidatorCompiler(validatorCompiler as never)
  http.setSerializerCompiler((({ schema }: { schema: z.ZodType }) => responseSerializer(schema)) as never)
  acceptEmptyBodies(http)
  registerErrorHandlers(http)
  prepareShutdown(http)
  http.decorateRequest('language', defaultLanguage)
  http.decorateRequest('deviceLanguage', defaultLanguage)
  connectionRate.watch(http.server)
  compressAnswers(http)

  // Synchronous hooks, so that no request waits for a promise here.
  const ofPages = securityHeaders(settings.mode === 'production')
  // API responses opened or framed in a browser must not run anything.
  const ofData = { ...ofPages, 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }
  if (settings.proxies.length > 0)
    http.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
      const forwarded = headers['x-forwarded-for']
      if (forwarded !== undefined) headers['x-forwarded-for'] = cleanForwardedFor(String(forwarded))
      done()
    })
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

  return http
}

/** `Content-Type: application/json` with an empty body means no body, not invalid JSON. */
function acceptEmptyBodies(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body as string, done)
  })
}

/** Log format of errors, without the values that a database error quotes. */
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
