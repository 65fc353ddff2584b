import * as z from 'zod'
import type { Access, Call, CallName } from '#contract/call.ts'
import { Problem } from '#contract/problem.ts'
import { defaultLanguage } from '#contract/languages.ts'
import { refusals, type RefusalCode } from '#contract/refusals.ts'
import { sentenceOf } from '../refusal.ts'

type Json = Record<string, unknown>

/** Refusals that follow from a call's definition, so that calls need not list them. */
function impliedRefusals(name: string, { access, byHand, params, query, idempotent }: Call): RefusalCode[] {
  const codes: RefusalCode[] = ['bad_request', 'demo_is_local', 'too_many_requests', 'unexpected', 'overloaded', 'unavailable']
  if (access !== 'public') codes.push('unauthenticated', 'cookie_missing', byHand ? 'not_for_programs' : 'read_only')
  if (access === 'mentor') codes.push('not_mentor')
  if (typeof access === 'object') codes.push('missing_ability')
  if (params) codes.push('not_found')
  if (query) codes.push('invalid')
  // A call without a body refuses one.
  if (!name.startsWith('GET ')) codes.push('invalid', 'bad_json', 'too_large', 'unsupported_media')
  if (idempotent) codes.push('invalid', 'idempotency_mismatch', 'in_progress')
  return codes
}

/** Every possible refusal of a call, in the catalogue's order. */
export function refusalsOf(name: string, call: Call): RefusalCode[] {
  const codes = new Set([...call.refusals, ...impliedRefusals(name, call)])
  return (Object.keys(refusals) as RefusalCode[]).filter(code => codes.has(code))
}

function whoMayCall(access: Access): string {
  if (access === 'public') return 'Any caller.'
  if (access === 'person') return 'Any signed-in person.'
  if (access === 'mentor') return 'Mentors.'
  return access.and
    ? `Holders of all the abilities ${[access.ability, ...access.and].map(name => `“${name}”`).join(', ')}.`
    : `Holders of the ability “${access.ability}”.`
}

/** The OpenAPI 3.1 document of a table of calls, from the same schemas that validate. */
export function openApiDocument(calls: Record<CallName, Call>, version: string): Json {
  const schemas: Json = {}

  // Each schema once: every call can be refused, and all refusals have one shape.
  const known = { input: new Map<z.ZodType, Json>(), output: new Map<z.ZodType, Json>() }
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const json = known[io].get(schema) ?? describe(schema, io)
    known[io].set(schema, json)
    return json
  }

  const describe = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const { $schema, $defs, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & { $defs?: Json }
    const point = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'), (key, inner) =>
        key === 'id' && typeof inner === 'string' ? undefined : inner,
      )
    for (const [name, definition] of Object.entries($defs ?? {})) schemas[name] ??= point(definition)
    const { id } = schema.meta() ?? {}
    if (!id) return point(json) as Json
    schemas[id] ??= point(json)
    return { $ref: `#/components/schemas/${id}` }
  }

  const parametersOf = (schema: z.ZodObject | undefined, where: 'path' | 'query'): Json[] =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
      name,
      in: where,
      required: where === 'path' || !(field as z.ZodType).safeParse(undefined).success,
      schema: schemaOf(field as z.ZodType, 'input'),
    }))

  const problemsOf = (name: string, call: Call): Json => {
    const byStatus = new Map<number, RefusalCode[]>()
    for (const code of refusalsOf(name, call)) byStatus.set(refusals[code].status, [...(byStatus.get(refusals[code].status) ?? []), code])
    return Object.fromEntries(
      [...byStatus].map(([status, codes]) => [
        status,
        {
          description: codes.map(code => `\`${code}\`: ${sentenceOf(code, defaultLanguage)}`).join('\n\n'),
          content: { 'application/problem+json': { schema: schemaOf(Problem, 'output') } },
        },
      ]),
    )
  }

  const operationOf = (name: CallName, call: Call): Json => ({
    operationId: name
      .replace(/^(\w+) \/api\//, (_, method: string) => `${method.toLowerCase()}_`)
      .replaceAll(/[^A-Za-z0-9]+/g, '_')
      .replace(/_$/, ''),
    tags: [name.split('/')[2]?.replace(/^my-.*/, 'my-profile')],
    summary: call.summary,
    description: whoMayCall(call.access),
    security: call.access === 'public' ? [{}, { token: [] }] : [{ token: [] }],
    parameters: [
      ...parametersOf(call.params, 'path'),
      ...parametersOf(call.query, 'query'),
      ...(call.idempotent
        ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', minLength: 1, maxLength: 200 } }]
        : []),
    ],
    ...(call.body && {
      requestBody: {
        required: !call.body.safeParse(undefined).success,
        content: { 'application/json': { schema: schemaOf(call.body, 'input') } },
      },
    }),
    responses: {
      [call.answer.status]: {
        description: 'Done.',
        ...(call.answer.body && { content: { 'application/json': { schema: schemaOf(call.answer.body, 'output') } } }),
      },
      ...(name.startsWith('GET ') &&
        call.access === 'public' && { 304: { description: 'What was sent with the `ETag` that came as `If-None-Match` still holds.' } }),
      ...problemsOf(name, call),
    },
  })

  const paths: Record<string, Json> = {}
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    const [method, path] = name.split(' ') as [string, string]
    ;(paths[path] ??= {})[method.toLowerCase()] = operationOf(name, call)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Openhour',
      version,
      description: 'Appointment booking with mentors. Every refusal is an RFC 9457 problem document with a stable `code`.',
    },
    servers: [{ url: '/' }],
    paths,
    components: { schemas, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  }
}
