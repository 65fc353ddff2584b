import type { z } from 'zod'
import { Id, Instant } from '#contract/shapes.ts'

/** Whether a schema lets a value out as it is: nothing wrong, left out, changed or in another order. */
type Check = (value: unknown) => boolean

/**
 * Writes answers as `JSON.stringify(schema.parse(value))` does, to the letter. Most are already what their schema would make of them: seeing that takes a fraction of
 * parsing, which copies thousands of fields. Any other is left to zod, and so are answers whose schema has what is not looked at here, such as a record.
 * Bytes, since a text beyond Latin letters would be measured and converted twice on its way to the socket.
 */
export function answerWriter(schema: z.ZodType): (value: unknown) => Buffer {
  let isReady: Check | undefined
  return value => {
    // When it is first needed: most calls are not made while a server starts.
    isReady ??= checkOf(schema) ?? (() => false)
    answer += 1
    return Buffer.from(JSON.stringify(isReady(value) ? value : schema.parse(value)))
  }
}

function checkOf(schema: z.core.$ZodType): Check | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      // Strict or not: what it does not know is not ready.
      return (def.catchall && def.catchall._zod.def.type !== 'never') || def.checks?.length ? undefined : objectCheck(def.shape)
    case 'array': {
      const isReady = def.checks?.length ? undefined : checkOf(def.element)
      return isReady && (value => Array.isArray(value) && value.every(isReady))
    }
    case 'nullable': {
      const isReady = checkOf(def.innerType)
      return isReady && (value => value === null || isReady(value))
    }
    case 'optional': {
      const isReady = checkOf(def.innerType)
      return isReady && (value => value === undefined || isReady(value))
    }
    case 'union':
      return def.checks?.length ? undefined : unionCheck(def.options)
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'null':
      return sameAsLast(testOf(schema as z.ZodType))
    default:
      return undefined
  }
}

/** In the order of the schema, as it would come out; what is optional may be missing. */
function objectCheck(shape: z.core.$ZodShape): Check | undefined {
  const fields = Object.entries(shape).flatMap(([key, schema]) => {
    const isReady = checkOf(schema)
    return isReady ? [{ key, isReady, optional: schema._zod.def.type === 'optional' }] : []
  })
  if (fields.length < Object.keys(shape).length) return undefined
  const isReady: Check = value => {
    if (typeof value !== 'object' || value === null) return false
    let place = 0
    for (const key in value) {
      while (fields[place]?.optional && fields[place]?.key !== key) place += 1
      const field = fields[place++]
      if (field?.key !== key || !field.isReady((value as Record<string, unknown>)[key])) return false
    }
    while (fields[place]?.optional) place += 1
    return place === fields.length
  }
  // Only small ones, since the last is kept.
  return Object.values(shape).every(isFlat) ? sameAsLast(isReady) : isReady
}

function isFlat(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'nullable' || def.type === 'optional' ? isFlat(def.innerType) : def.type !== 'object' && def.type !== 'array'
}

/** The first that takes a value decides what comes out. */
function unionCheck(options: readonly z.core.$ZodType[]): Check | undefined {
  const known = options.flatMap(option => {
    const isReady = checkOf(option)
    return isReady ? [{ isReady, takes: exactTestOf(option) ?? ((value: unknown) => (option as z.ZodType).safeParse(value).success) }] : []
  })
  if (known.length < options.length) return undefined
  return value => known.find(({ isReady, takes }) => isReady(value) || takes(value))?.isReady(value) ?? false
}

/** Which answer is being written: what was right in another may be changed since. */
let answer = 0

/** The same value comes again and again: a mentor, or their id, with each of their times. */
function sameAsLast(isReady: Check): Check {
  let last: unknown
  let of = answer
  return value => {
    if (value === last && of === answer && value !== undefined) return true
    if (!isReady(value)) return false
    last = value
    of = answer
    return true
  }
}

/** What is certainly right as it is; the rest zod looks at. Described schemas are others with the same definition. */
const certain = new Map<unknown, RegExp>([
  [Id._zod.def, /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
  [Instant._zod.def, /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?Z$/],
])

/** Ids, times and whole numbers are most of what goes out; zod says of others whether they come out the same. */
function testOf(schema: z.ZodType): Check {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  const test = exactTestOf(schema) ?? testByZod(schema)
  const pattern = certain.get(def)
  return pattern ? value => (typeof value === 'string' && pattern.test(value)) || test(value) : test
}

/** Of schemas that take a value as it is or not at all: asking zod what is not taken makes an error each time. */
function exactTestOf(schema: z.core.$ZodType): Check | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.checks?.length) return undefined
  switch (def.type) {
    case 'boolean':
      return def.coerce ? undefined : value => typeof value === 'boolean'
    case 'null':
      return value => value === null
    case 'literal':
      return isOneOf(def.values)
    case 'enum':
      return isOneOf(Object.values(def.entries))
    default:
      return undefined
  }
}

function isOneOf(values: readonly unknown[]): Check {
  const all = new Set(values)
  return value => all.has(value)
}

function testByZod(schema: z.ZodType): Check {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  if (def.type === 'number' && 'format' in def && def.format === 'safeint' && !def.checks?.length) return Number.isSafeInteger
  if (def.type === 'string' && !def.coerce && !('check' in def) && !def.checks?.length) return value => typeof value === 'string'
  return value => {
    const parsed = schema.safeParse(value)
    return parsed.success && parsed.data === value
  }
}
