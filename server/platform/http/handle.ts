import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import * as z from 'zod'
import { rolesHeader, hashRoles } from '#contract/granted.ts'
import type { Call, CallName } from '#contract/call.ts'
import { logShown } from '../access-log-commands.ts'
import type { Connection } from '../database/connection.ts'
import type { PersonScope, Scope } from '../scope.ts'
import { refuse, Refusal } from '../refusal.ts'
import type { CallLimit, Limit } from '../request-limits.ts'
import { bearerToken } from '../session-gate.ts'
import { readCookie } from './browser-cookie.ts'
import { type Found, openScope, refuseCaller } from './call-access.ts'
import { translateAnswer } from '../content-texts.ts'
import { setLanguage } from './content-language.ts'
import { runIdempotently, readIdempotencyKey, type Answer, type IdempotencyKey } from './idempotency.ts'
import type { App, Platform } from './platform.ts'
import { sendProblem } from './problems.ts'
import { sendIfCached, sendShared } from './shared-answer.ts'
import { responseSerializer } from './serialize-response.ts'

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

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Field<C, Name extends string> = C extends { [K in Name]: infer Value } ? Value : undefined

/** The validated and authorised input of a handler. */
export interface CallInput<C extends Call> {
  scope: C['access'] extends 'public' ? Scope : PersonScope
  params: Output<Field<C, 'params'>>
  query: Output<Field<C, 'query'>>
  body: Output<Field<C, 'body'>>
  platform: Platform
  /** The request's `Idempotency-Key`, if the call accepts one and it was sent. Only for `handlesIdempotency`. */
  idempotencyKey: IdempotencyKey | null
  /** Only for uploads, files and streams. */
  http: { request: FastifyRequest; reply: FastifyReply }
}
type CallAnswer<C extends Call> = C['answer']['body'] extends z.ZodType ? z.input<C['answer']['body']> : FastifyReply

interface Options<C extends Call> {
  /**
   * Runs before body validation: whether the resource exists for this person. Another person's is 404,
   * whatever the body.
   */
  exists?: (input: Pick<CallInput<C>, 'scope' | 'params' | 'platform'>) => Promise<boolean>
  /** Runs after `exists` and before body validation: why this person may not open the resource. */
  refuse?: (input: Pick<CallInput<C>, 'scope' | 'params' | 'platform'>) => Promise<Refusal | null>
  /** A public response that depends on the URL and the language only: computed once until data changes. */
  shared?: C['access'] extends 'public' ? true : never
  /**
   * The organisation's texts, or only the notes of sessions, are answered as they were written, for their editors,
   * whatever the caller's language.
   */
  content?: 'originals' | 'original notes'
  /** The handler may read from the replica: a list that no decision depends on. */
  replica?: 'allowed'
  /** The handler carries out each `idempotencyKey` once by itself; `runIdempotently` does it for all others. */
  handlesIdempotency?: true
  /** In addition to the limit for all requests. */
  limit?: CallLimit
  /** Per signed-in person, for all addresses and tokens together. */
  personLimit?: Limit
  /** Exempt from the limit for all requests, for calls that one program sends in large numbers. */
  unlimited?: boolean
}

/**
 * Serves one call of the contract: authorisation (401, 403), existence (404), validation (422), then the
 * handler, whose response is validated. Refusals are returned and become problem documents.
 */
export function handle<Table extends Record<CallName, Call>, Name extends keyof Table & CallName>(
  app: App,
  table: Table,
  name: Name,
  handler: (input: CallInput<Table[Name]>) => Promise<CallAnswer<Table[Name]> | Refusal>,
  options: Options<Table[Name]> = {},
): void {
  const call = table[name] as Call
  const { platform } = app
  const writeShared = options.shared && call.answer.body ? responseSerializer(call.answer.body) : null
  const { limit, personLimit } = platform.settings.rateLimit ? options : {}
  const [method, path] = name.split(' ') as [string, string]

  const limitCall = async (request: FastifyRequest, reply: FastifyReply) => {
    const seconds = limit ? await platform.limits.admit(request.ip, name, limit) : null
    if (seconds !== null) return sendProblem(reply, refuse('too_many_requests', { retry_after: seconds }))
  }
  const limitPerson = async (request: FastifyRequest, reply: FastifyReply) => {
    const id = request.scope.person?.id
    const seconds = personLimit && id ? await platform.limits.admitTry(id, name, personLimit) : null
    if (seconds !== null) return sendProblem(reply, refuse('too_many_requests', { retry_after: seconds }))
  }
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
  const admit: onRequestHookHandler = (request, reply, done) => {
    const now = platform.clock.now()
    // Undefined after the client disconnected.
    const ip = request.ip as string | undefined
    if (ip === undefined) return done(new ClientDisconnected())
    const goOn = (answered: boolean) => {
      if (!answered) done()
    }
    const token = bearerToken(request.headers.authorization)
    if (!token) return goOn(answerEarly(request, reply, now, ip, null))
    const lookUp = (at: Date, how?: { isUse: boolean }) => platform.gate(token, readCookie(request.headers.cookie), at, how)
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

  app.http.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { call: name, unlimited: options.unlimited },
    schema: routeSchema(call, method),
    onRequest: [...(limit ? [limitCall] : []), admit, ...(personLimit ? [limitPerson] : [])],
    preValidation: async (request, reply) => {
      const ended = request.isBodyLate ? await request.readmit?.() : null
      if (ended) return sendProblem(reply, ended)
      if (options.exists) {
        const params = call.params?.safeParse(request.params)
        const found = params?.success && (await options.exists({ scope: request.scope as never, params: params.data as never, platform }))
        if (!found) return sendProblem(reply, refuse('not_found'))
      }
      if (options.refuse) {
        const params = call.params?.safeParse(request.params)
        const refusal = params?.success
          ? await options.refuse({ scope: request.scope as never, params: params.data as never, platform })
          : null
        if (refusal) return sendProblem(reply, refusal)
      }
      // Fastify's validator sees null also for a missing body; here null was sent, which no call accepts.
      if (request.body === null) return sendProblem(reply, refuse('invalid', { errors: { body: ['field.mustNotBeNull'] } }))
    },
    handler: async (request, reply) => {
      const idempotencyKey = call.idempotent
        ? readIdempotencyKey(request.headers['idempotency-key'], request.scope, {
            call: name,
            params: request.params as object,
            body: request.body,
          })
        : null
      if (idempotencyKey instanceof Refusal) return sendProblem(reply, idempotencyKey)
      const input = {
        scope: request.scope,
        params: request.params,
        query: request.query,
        body: request.body,
        platform,
        idempotencyKey,
        http: { request, reply },
      } as unknown as CallInput<Table[Name]>
      if (call.answer.body === null) {
        // The handler sends a file or a stream itself.
        const sent = await handler(input)
        if (method !== 'GET' && !(sent instanceof Refusal)) platform.cache.invalidate()
        return sent instanceof Refusal ? sendProblem(reply, sent) : reply
      }
      const inLanguage = async <Result>(result: Result): Promise<Result> => {
        const texts = options.content === 'originals' ? undefined : await platform.contentTexts.get(request.language)
        return texts && !(result instanceof Refusal)
          ? translateAnswer(result, texts, { notes: options.content !== 'original notes' })
          : result
      }
      if (writeShared) return sendShared(request, reply, platform.cache, writeShared, async () => inLanguage(await handler(input)))
      const work = async (db: Connection): Promise<Answer | Refusal> => {
        const run = (on: Connection) => handler(on === platform.db ? input : { ...input, platform: { ...platform, db: on } })
        const result = options.replica && db === platform.db ? await platform.readFromReplica(run) : await run(db)
        if (call.shows && request.scope.person && !(result instanceof Refusal))
          await logShown(db, request.scope as PersonScope, result, call.shows)
        return result instanceof Refusal ? result : { status: call.answer.status, body: result }
      }
      const answer = options.handlesIdempotency
        ? await work(platform.db)
        : await runIdempotently(platform.db, idempotencyKey, request.scope.now, work)
      // The next request of this client sees the change.
      if (method !== 'GET' && !(answer instanceof Refusal)) platform.cache.invalidate()
      if (answer instanceof Refusal) return sendProblem(reply, answer)
      // What an idempotency key stores is in no reader's language.
      return reply.status(answer.status).send(await inLanguage(answer.body))
    },
  })
}

/** The client disconnected before any work was done; the response goes nowhere. */
class ClientDisconnected extends Error {
  readonly statusCode = 503
}

/** The body of a call without one: unknown fields are refused, as in all calls. */
const emptyBody = z.strictObject({}).optional()

/** The schemas for Fastify's validation and serialisation. */
function routeSchema({ params, query, body, answer }: Call, method: string): Record<string, unknown> {
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(method !== 'GET' && { body: body ?? emptyBody }),
    // With the status as the key, V8 keeps an array of as many elements: megabytes, for many organisations.
    ...(answer.body && { response: { '2xx': answer.body } }),
  }
}
