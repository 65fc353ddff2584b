import type { FastifyReply, FastifyRequest } from 'fastify'
import { logShown } from '../access-log-commands.ts'
import { translateAnswer } from '../content-texts.ts'
import type { Connection } from '../database/connection.ts'
import { Refusal } from '../refusal.ts'
import type { PersonScope } from '../scope.ts'
import type { AnyHandler, CallRoute } from './call-route.ts'
import { runIdempotently, readIdempotencyKey, type Answer } from './idempotency.ts'
import { nameInRefusal } from './name-in-refusal.ts'
import { sendProblem } from './problems.ts'
import { sendShared } from './shared-answer.ts'
import { responseSerializer } from './serialize-response.ts'

type Input = Parameters<AnyHandler>[0]

/** Runs the handler of an admitted and validated request, and sends what it returns. */
export function answerCall(route: CallRoute, handler: AnyHandler): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const { name, call, platform, options } = route
  const send =
    call.answer.body === null
      ? sendFile(route, handler)
      : options.shared
        ? sendPublic(route, handler, responseSerializer(call.answer.body))
        : sendResult(route, handler)
  return async (request, reply) => {
    const { scope, params, query, body } = request
    const idempotencyKey = call.idempotent
      ? readIdempotencyKey(request.headers['idempotency-key'], scope, { call: name, params: params as object, body })
      : null
    if (idempotencyKey instanceof Refusal) return sendProblem(reply, idempotencyKey)
    return send({ scope, params, query, body, platform, idempotencyKey, http: { request, reply } } as Input)
  }
}

/** For handlers that send a file or a stream themselves. */
const sendFile =
  (route: CallRoute, handler: AnyHandler) =>
  async (input: Input): Promise<FastifyReply> => {
    const { reply } = input.http
    const sent = await handler(input)
    if (sent instanceof Refusal) return sendProblem(reply, sent)
    showChange(route)
    return reply
  }

/** For responses that are the same for everyone who reads the same language. */
const sendPublic =
  (route: CallRoute, handler: AnyHandler, write: ReturnType<typeof responseSerializer>) =>
  (input: Input): Promise<FastifyReply> => {
    const { request, reply } = input.http
    return sendShared(request, reply, route.platform.cache, write, async () => {
      const result = await handler(input)
      return result instanceof Refusal ? result : translate(result, request, route)
    })
  }

/** For all other responses: once for each idempotency key, logged if it shows other people's records. */
const sendResult =
  (route: CallRoute, handler: AnyHandler) =>
  async (input: Input): Promise<FastifyReply> => {
    const { call, platform, options } = route
    const { request, reply } = input.http
    let isLogged = false
    const log = async (db: Connection, result: unknown) => {
      if (call.shows && input.scope.person) await logShown(db, input.scope as PersonScope, result, call.shows)
      isLogged = true
    }
    const work = async (db: Connection): Promise<Answer | Refusal> => {
      const run = (on: Connection) => handler(on === platform.db ? input : { ...input, platform: { ...platform, db: on } })
      const result = options.replica && db === platform.db ? await platform.readFromReplica(run) : await run(db)
      if (result instanceof Refusal) return result
      await log(db, result)
      return { status: call.answer.status, body: result }
    }
    const answer = options.handlesIdempotency
      ? await work(platform.db)
      : await runIdempotently(platform.db, input.idempotencyKey, input.scope.now, work)
    if (answer instanceof Refusal) return sendProblem(reply, await nameInRefusal(platform, input.scope, answer))
    // A repeated request shows the stored response again.
    if (!isLogged) await log(platform.db, answer.body)
    showChange(route)
    // What an idempotency key stores is in no reader's language.
    return reply.status(answer.status).send(await translate(answer.body, request, route))
  }

/** After a change: the next request of this client sees it. */
function showChange({ method, platform }: CallRoute): void {
  if (method !== 'GET') platform.cache.invalidate()
}

/** The response with the organisation's own texts in the reader's language. */
async function translate(result: unknown, { language }: FastifyRequest, { platform, options }: CallRoute): Promise<unknown> {
  if (options.content === 'originals') return result
  const texts = await platform.contentTexts.get(language)
  return texts ? translateAnswer(result, texts, { notes: options.content !== 'original notes' }) : result
}
