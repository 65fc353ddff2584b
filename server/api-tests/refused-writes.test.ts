import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { callNames, calls } from '#contract/calls.ts'
import { refusals } from '#contract/refusals.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { tablesChanged, takeFingerprint } from '../testing/fingerprint.ts'
import { openWrites, type Write } from '../testing/writes.ts'

// Every call that writes, with a body that is let through, and that body spoilt in every way that the
// contract forbids: with the name of every column and every field of an answer that it does not take
// (mass assignment), each of its own fields of a wrong kind, a revision that is long past. Nothing is
// written.

let app: TestApp
let writes: Awaited<ReturnType<typeof openWrites>>
/** All names of columns and fields. */
let names: string[]
beforeAll(async () => {
  app = await startTestApp()
  writes = await openWrites(app)
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT column_name AS name FROM information_schema.columns WHERE table_schema = 'public'`.execute(app.db)
  const answered = callNames.flatMap(name => propertiesOf(schemaOf(calls[name].answer.body, 'output')))
  names = [...new Set([...rows.map(({ name }) => name), ...answered, 'constructor', 'prototype', 'is_admin', 'role_ids'])].toSorted()
})
afterAll(() => app.close())

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}
/** Named schemas. */
function schemaOf(schema: z.ZodType | null | undefined, io: 'input' | 'output'): JsonSchema {
  if (!schema) return {}
  const { $defs = {}, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema & {
    $defs?: Record<string, JsonSchema>
  }
  const resolve = (key: string, value: unknown) =>
    isObject(value) && typeof value.$ref === 'string' ? $defs[value.$ref.replace('#/$defs/', '')] : value
  return JSON.parse(JSON.stringify(json, resolve)) as JsonSchema
}
const insideOf = ({ properties = {}, items, anyOf = [], oneOf = [] }: JsonSchema): JsonSchema[] => [
  ...Object.values(properties),
  ...(items ? [items] : []),
  ...anyOf,
  ...oneOf,
]
const propertiesOf = (schema: JsonSchema): string[] => [...Object.keys(schema.properties ?? {}), ...insideOf(schema).flatMap(propertiesOf)]

type Body = Record<string, unknown>
const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The body once for each object in it, with every name that this object does not have; and the expected
 * errors.
 */
function* overloaded(body: Body, call: Call): Generator<{ body: Body; unknown: string[] }> {
  function* within(value: unknown, schema: JsonSchema, at: string[]): Generator<{ value: unknown; unknown: string[] }> {
    const own = new Map(
      [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(({ properties = {} }) => Object.entries(properties)),
    )
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries())
        for (const inner of within(item, schema.items ?? {}, [...at, String(index)]))
          yield { ...inner, value: value.with(index, inner.value) }
    } else if (isObject(value)) {
      const more = names.filter(name => !own.has(name))
      yield {
        value: { ...Object.fromEntries(more.map(name => [name, null])), ...value },
        unknown: more.map(name => [...at, name].join('.')),
      }
      for (const [key, item] of Object.entries(value))
        for (const inner of within(item, own.get(key) ?? {}, [...at, key])) yield { ...inner, value: { ...value, [key]: inner.value } }
    }
  }
  for (const { value, unknown } of within(body, schemaOf(call.body, 'input'), [])) yield { body: value as Body, unknown }
}

/** With an impossible revision, in every call that takes one. */
function staleOf({ query }: Call, own: readonly string[], body: object): [object | undefined, object][] {
  const stale = { revision: 999_999 }
  return [
    ...(own.includes('revision') ? [[{ ...body, ...stale }, {}] as [object, object]] : []),
    ...(query && 'revision' in query.shape ? [[undefined, stale] as [undefined, object]] : []),
  ]
}

const notKnown = ['is not a known field']
const namesOfWrites = callNames.filter((name): name is Write => !name.startsWith('GET'))

test.each(namesOfWrites)('%s takes nothing but its own fields, and writes nothing when it refuses', async name => {
  const call: Call = calls[name]
  const { params = {}, body = {}, token = writes.token, butFor } = await writes.samples[name]()
  const ask = (sent: object | undefined, query = {}) =>
    app.request(name, { params, query, ...(sent && { body: sent }), ...(token && { token }) })
  const own = Object.keys(schemaOf(call.body, 'input').properties ?? {})
  const before = await takeFingerprint(app.db)

  for (const { body: more, unknown } of overloaded(body as Body, call)) {
    const { status, problem } = await ask(more)
    expect([status, problem.errors]).toEqual([422, Object.fromEntries(unknown.map(field => [field, notKnown]))])
  }
  // One invalid name is enough.
  const { status, problem } = await ask({ ...body, password_hash: 'x' })
  expect([status, problem.errors]).toEqual([422, { password_hash: notKnown }])
  for (const field of own) {
    const { status, problem } = await ask({ ...body, [field]: { nonsense: true } })
    expect([field, status, problem.code]).toEqual([field, 422, 'invalid'])
  }
  for (const [sent, query] of staleOf(call, own, body)) {
    const { status, problem } = await ask(sent, query)
    expect([status, problem.code]).toEqual([409, 'stale'])
  }
  expect(tablesChanged(before, await takeFingerprint(app.db))).toEqual([])

  // The unchanged body is accepted.
  const answer = await ask(call.body ? body : undefined)
  expect([answer.status, answer.problem.code]).toEqual([butFor ? refusals[butFor].status : call.answer.status, butFor])
})
