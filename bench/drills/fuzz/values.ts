import fc from 'fast-check'
import type { Schema } from './document.ts'
import type { Pool } from './pool.ts'

type Resolve = (schema: Schema) => Schema

const day = 86_400_000
/** Texts that people, and attackers, type. */
const odd = [
  'Zoë O’Brien',
  'שלום',
  'محمد',
  '👩‍👩‍👧‍👦',
  'e\u0301',
  '\u202Eabc',
  "Robert'); DROP TABLE users;--",
  '<b>x</b>',
  '=1+1',
  '%',
  '_',
  '\\',
  '${x}',
  '{{x}}',
  'null',
  '\u0001',
  'A\u0000B',
  '\ud800',
  '\ufeff',
]

/** Values that a schema allows. Ids are mostly of things that are there, and dates near. */
export function validValues(schema: Schema, name: string, pool: Pool, resolve: Resolve): fc.Arbitrary<unknown> {
  const all = (inner: Schema, its = name) => validValues(inner, its, pool, resolve)
  if (schema.$ref) return all(resolve(schema))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(choice => all(choice)))
  switch (schema.type) {
    case 'string':
      return texts(schema, name, pool)
    case 'integer':
      return wholeNumbers(schema)
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const least = schema.minItems ?? 0
      return fc.array(all(schema.items ?? {}, name.replace(/s$/, '')), {
        minLength: least,
        maxLength: Math.min(schema.maxItems ?? 4, least + 4),
      })
    }
    case 'object':
      return objects(schema, all)
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

function objects(
  { properties = {}, required = [], additionalProperties }: Schema,
  all: (schema: Schema, name: string) => fc.Arbitrary<unknown>,
) {
  const own = fc.record(Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, all(inner, name)])), {
    requiredKeys: required,
  })
  return typeof additionalProperties === 'object' && Object.keys(properties).length === 0
    ? fc.dictionary(fc.string({ minLength: 1, maxLength: 10 }), all(additionalProperties, ''), { maxKeys: 3 })
    : own
}

function wholeNumbers({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): fc.Arbitrary<number> {
  const min = minimum ?? (exclusiveMinimum === undefined ? -1000 : exclusiveMinimum + 1)
  const max = Math.max(min, maximum ?? (exclusiveMaximum === undefined ? 1_000_000 : exclusiveMaximum - 1))
  return fc.oneof(fc.integer({ min, max: Math.min(max, min + 20) }), fc.constantFrom(min, max), fc.integer({ min, max }))
}

function texts({ format, pattern, minLength = 0, maxLength = 200 }: Schema, name: string, pool: Pool): fc.Arbitrary<string> {
  if (format === 'uuid')
    return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...pool.idsFor(name)) }, { weight: 1, arbitrary: fc.uuid({ version: 7 }) })
  if (format === 'date') return near.map(at => at.toISOString().slice(0, 10))
  if (format === 'date-time')
    return fc.oneof(
      near.map(at => at.toISOString()),
      fc.constantFrom(...pool.momentsFor()),
    )
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u'))
  const length = { minLength, maxLength: Math.min(maxLength, 60) }
  const fitting = odd.filter(text => text.length >= minLength && text.length <= maxLength)
  return fc.oneof(
    fc.constantFrom(...pool.textsFor(name, length), 'a'.repeat(Math.max(1, minLength))),
    fc.string({ ...length, unit: 'grapheme' }),
    ...(fitting.length > 0 ? [fc.constantFrom(...fitting)] : []),
  )
}

const near = fc.integer({ min: -40 * day, max: 100 * day }).map(ms => new Date(Math.floor((Date.now() + ms) / 300_000) * 300_000))
