import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { z } from 'zod'
import { rolesHeader, stampOfRoles } from '#contract/abilities.ts'
import type { Call, CallName } from '#contract/call.ts'
import { lacking } from '#contract/whole-record.ts'
import { logShown } from '../access-log-commands.ts'
import type { Connection } from '../database.ts'
import { mintScope, type PersonScope, type Scope } from '../scope.ts'
import { refuse, Refusal } from '../refusal.ts'
import type { CallLimit, Limit } from '../request-limits.ts'
import { bearerToken, type SessionGate } from '../session-gate.ts'
import { isBrowser, readCookie } from './browser-cookie.ts'
import { answerOnce, readIntent, type Answer, type Intent } from './idempotency.ts'
import type { App, Platform } from './platform.ts'
import { sendProblem } from './problems.ts'
import { sendIfKnown, sendShared } from './shared-answer.ts'
import { responseSerializer } from './serialize-response.ts'

declare module 'fastify' {
  interface FastifyRequest {
    scope: Scope
  }
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Field<C, Name extends string> = C extends { [K in Name]: infer Value } ? Value : undefined

/** What a handler receives: validated, authorised, with who asks. */
export interface CallInput<C extends Call> {
  scope: C['access'] extends 'public' ? Scope : PersonScope
  params: Output<Field<C, 'params'>>
  query: Output<Field<C, 'query'>>
  body: Output<Field<C, 'body'>>
  platform: Platform
  /** What the request's `Idempotency-Key` names, where the call takes one and it was sent. */
  intent: Intent | null
  /** Only for what JSON cannot carry: uploads, files, streams. */
  http: { request: FastifyRequest; reply: FastifyReply }
}
type CallAnswer<C extends Call> = C['answer']['body'] extends z.ZodType ? z.input<C['answer']['body']> : FastifyReply

interface Options<C extends Call> {
  /** Looked at before the body is: whether the thing addressed is there for this person (somebody else's is 404 whatever the body). */
  exists?: (input: Pick<CallInput<C>, 'scope' | 'params' | 'platform'>) => Promise<boolean>
  /** Looked at after `exists`, before the body is: why this person may not open what is addressed. */
  refuse?: (input: Pick<CallInput<C>, 'scope' | 'params' | 'platform'>) => Promise<Refusal | null>
  /** A public list that is the same for everybody who asks its address, signed in or not: worked out once until something changes. */
  shared?: C['access'] extends 'public' ? true : never
  /** The handler sees to idempotency keys itself. */
  keepsKeys?: true
  /** Besides what holds for every request. */
  limit?: CallLimit
  /** Per signed-in person, from whatever address and with whatever token. */
  personLimit?: Limit
  /** What holds for every request does not hold for it: one program sends as many as there are. */
  unlimited?: boolean
}

/**
 * Serves one call of the contract: the gate (401, 403) first, then existence (404), then the form of what was sent (422), then the handler, whose answer is
 * validated on its way out. Refusals are returned and become problem documents.
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
  /** Whether it is answered already: refused, or known. */
  const answerAtOnce = (request: FastifyRequest, reply: FastifyReply, now: Date, ip: string, found: Found): boolean => {
    const { scope, stranger } = openScope(request, now, ip, found)
    request.scope = scope
    // Refusals carry it too: whoever has lost an ability learns it from the very call that says so.
    if (scope.person) reply.header(rolesHeader, stampOfRoles(scope.person))
    const refusal = refuseAccess(call, scope, stranger) ?? refuseProgram(call, method, scope)
    if (refusal) sendProblem(reply, refusal)
    return refusal !== null || (options.shared === true && sendIfKnown(request, reply, platform.fresh) !== undefined)
  }
  /** Nobody waits who sends no token: there is nothing to look up. */
  const admit: onRequestHookHandler = (request, reply, done) => {
    const now = platform.clock.now()
    // Once a connection is gone it is not known any more whose it was.
    const ip = request.ip as string | undefined
    if (ip === undefined) return done(new Gone())
    const goOn = (answered: boolean) => {
      if (!answered) done()
    }
    const token = bearerToken(request.headers.authorization)
    if (!token) return goOn(answerAtOnce(request, reply, now, ip, null))
    platform
      .gate(token, readCookie(request.headers.cookie), now)
      .then(found => answerAtOnce(request, reply, now, ip, found))
      .then(goOn, done)
  }

  app.http.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { call: name, unlimited: options.unlimited },
    schema: routeSchema(call, method),
    onRequest: [...(limit ? [limitCall] : []), admit, ...(personLimit ? [limitPerson] : [])],
    preValidation: async (request, reply) => {
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
      // Fastify shows its validator null where nothing was sent; null itself was sent, and is no body of any call.
      if (request.body === null) return sendProblem(reply, refuse('invalid', { errors: { body: ['must not be null'] } }))
    },
    handler: async (request, reply) => {
      const intent = call.idempotent ? readIntent(request.headers['idempotency-key'], request.scope, name, request.body) : null
      if (intent instanceof Refusal) return sendProblem(reply, intent)
      const input = {
        scope: request.scope,
        params: request.params,
        query: request.query,
        body: request.body,
        platform,
        intent,
        http: { request, reply },
      } as unknown as CallInput<Table[Name]>
      if (call.answer.body === null) {
        // A file or a stream: sent by the handler itself. Awaiting a reply is awaiting its end, which answers nothing.
        const sent = await handler(input)
        if (method !== 'GET' && !(sent instanceof Refusal)) platform.fresh.forget()
        return sent instanceof Refusal ? sendProblem(reply, sent) : reply
      }
      if (writeShared) return sendShared(request, reply, platform.fresh, writeShared, () => handler(input))
      const work = async (db: Connection): Promise<Answer | Refusal> => {
        const result = await handler(db === platform.db ? input : { ...input, platform: { ...platform, db, lookBack: read => read(db) } })
        if (call.shows && request.scope.person && !(result instanceof Refusal))
          await logShown(db, request.scope as PersonScope, result, call.shows)
        return result instanceof Refusal ? result : { status: call.answer.status, body: result }
      }
      const answer = options.keepsKeys ? await work(platform.db) : await answerOnce(platform.db, intent, request.scope.now, work)
      // Whoever has changed something sees it from their next request on.
      if (method !== 'GET' && !(answer instanceof Refusal)) platform.fresh.forget()
      return answer instanceof Refusal ? sendProblem(reply, answer) : reply.status(answer.status).send(answer.body)
    },
  })
}

/** Whose token it is, where it is anybody's. */
type Found = Awaited<ReturnType<SessionGate>>
/** Left before anything was done for them; nobody reads the answer. */
class Gone extends Error {
  readonly statusCode = 503
}

type Stranger = 'unauthenticated' | 'cookie_missing'

/** Who asks, and how a stranger is refused. The token alone says who; a cookie by itself says nothing. */
function openScope(request: FastifyRequest, now: Date, ip: string, found: Found): { scope: Scope; stranger: Stranger } {
  const { headers } = request
  const scope = mintScope({
    person: found === 'cookie_missing' ? null : found,
    now,
    ip: ip.replace(/%.*$/, ''),
    userAgent: (headers['user-agent'] ?? '').slice(0, 300),
    browser: isBrowser(request),
  })
  return { scope, stranger: found === 'cookie_missing' ? found : 'unauthenticated' }
}

function refuseAccess({ access }: Call, { person }: Scope, stranger: Stranger): Refusal | null {
  if (access === 'public') return null
  if (!person) return refuse(stranger)
  if (access === 'mentor') return person.isMentor ? null : refuse('not_mentor')
  if (access === 'person') return null
  const missing = lacking(person.abilities, [access.ability, ...(access.and ?? [])])
  if (missing.length === 0) return null
  if (!access.and) return refuse('missing_ability')
  return refuse('missing_ability', { missing_abilities: missing, message: `Your roles do not include ${listed.format(missing)}.` })
}

const listed = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** What a program with a token of a person's may not, though the person may. */
function refuseProgram({ access, byHand }: Call, method: string, { person }: Scope): Refusal | null {
  if (access === 'public' || !person?.program) return null
  if (byHand) return refuse('not_for_programs')
  return person.program === 'read' && method !== 'GET' ? refuse('read_only') : null
}

/** What a call is sent that takes nothing: unknown fields are refused there as everywhere, not passed over. */
const nothing = z.strictObject({}).optional()

/** What Fastify validates on the way in, and serialises by on the way out. */
function routeSchema({ params, query, body, answer }: Call, method: string): Record<string, unknown> {
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(method !== 'GET' && { body: body ?? nothing }),
    ...(answer.body && { response: { [answer.status]: answer.body } }),
  }
}
