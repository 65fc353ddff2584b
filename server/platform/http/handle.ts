import type { preValidationAsyncHookHandler } from 'fastify'
import * as z from 'zod'
import type { Call, CallName } from '#contract/call.ts'
import { refuse, type Refusal } from '../refusal.ts'
import { admitCaller, limitAddress, limitPerson } from './admit-caller.ts'
import { answerCall } from './answer-call.ts'
import type { AnyHandler, CallAnswer, CallInput, CallOptions, CallRoute } from './call-route.ts'
import type { App } from './platform.ts'
import { sendProblem } from './problems.ts'

/**
 * Serves one call of the contract: limits (429), authorisation (401, 403), existence (404), validation (422), then the
 * handler, whose response is validated. Refusals are returned and become problem documents.
 */
export function handle<Table extends Record<CallName, Call>, Name extends keyof Table & CallName>(
  app: App,
  table: Table,
  name: Name,
  handler: (input: CallInput<Table[Name]>) => Promise<CallAnswer<Table[Name]> | Refusal>,
  options: CallOptions<Table[Name]> = {},
): void {
  const { platform } = app
  const call = table[name] as Call
  const [method, path] = name.split(' ') as [string, string]
  const route: CallRoute = { name, method, call, platform, options: options as unknown as CallRoute['options'] }
  app.http.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { call: name, unlimited: options.unlimited },
    schema: routeSchema(call, method),
    onRequest: [...limitAddress(route), admitCaller(route), ...limitPerson(route)],
    preValidation: checkResource(route),
    handler: answerCall(route, handler as unknown as AnyHandler),
  })
}

/** Checks before body validation: that the resource exists for the caller (404), and that they may open it. */
function checkResource({ call, platform, options: { exists, refuse: refuseOpening } }: CallRoute): preValidationAsyncHookHandler {
  return async (request, reply) => {
    const ended = request.isBodyLate ? await request.readmit?.() : null
    if (ended) return sendProblem(reply, ended)
    if (exists || refuseOpening) {
      const params = call.params?.safeParse(request.params)
      const input = params?.success ? { scope: request.scope, params: params.data as never, platform } : null
      if (exists && !(input && (await exists(input)))) return sendProblem(reply, refuse('not_found'))
      const refusal = refuseOpening && input ? await refuseOpening(input) : null
      if (refusal) return sendProblem(reply, refusal)
    }
    // Fastify's validator sees null also for a missing body; here null was sent, which no call accepts.
    if (request.body === null) return sendProblem(reply, refuse('invalid', { errors: { body: ['field.mustNotBeNull'] } }))
  }
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
