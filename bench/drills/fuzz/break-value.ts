import type { Dice } from '../../../database/demo/random.ts'
import type { Schema } from './document.ts'

interface Broken {
  value: unknown
  /** What was done to it, in words. */
  what: string
}

/**
 * Another value with one thing wrong: somewhere inside, by what the schema says of that place. Whether it is wrong
 * for sure is to be asked afterwards.
 */
export function breakValue(value: unknown, schema: Schema, resolve: (schema: Schema) => Schema, dice: Dice, where = 'body'): Broken {
  const known = resolve(schema)
  const choices = known.anyOf ?? known.oneOf
  if (choices) return breakValue(value, dice.pick(choices), resolve, dice, where)
  if (isObject(value) && known.properties && dice.chance(0.8)) {
    const inside = Object.keys(value).filter(name => known.properties?.[name])
    const what = dice.between(0, 9)
    if (what === 0)
      return {
        value: { ...value, [dice.pick(['extra', '__proto__x', 'id', 'is_admin', 'role_ids'])]: dice.pick(wrong) },
        what: `${where} with an extra field`,
      }
    const name = inside.length > 0 ? dice.pick(inside) : ''
    if (what === 1 && name)
      return { value: Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)), what: `${where} without ${name}` }
    if (name) {
      const inner = breakValue((value as Record<string, unknown>)[name], known.properties[name] ?? {}, resolve, dice, `${where}.${name}`)
      return { value: { ...value, [name]: inner.value }, what: inner.what }
    }
  }
  if (Array.isArray(value) && value.length > 0 && known.items && dice.chance(0.5)) {
    const at = dice.between(0, value.length - 1)
    const inner = breakValue(value[at], known.items, resolve, dice, `${where}.${at}`)
    return { value: value.with(at, inner.value), what: inner.what }
  }
  const broken = dice.pick([...beyond(value, known), ...wrong])
  return { value: broken, what: `${where} ${(JSON.stringify(broken) ?? 'left out').slice(0, 60)}` }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

const wrong: readonly unknown[] = [null, true, 0, -1, 1.5, 1e308, 2 ** 53, '', 'text', '\u0000', '🙂', [], {}, [[]], { toString: 1 }]

/** Just over, and far over, each bound. */
function beyond(
  value: unknown,
  { type, maxLength, minLength, minimum, maximum, maxItems, minItems, enum: names, pattern }: Schema,
): unknown[] {
  const found: unknown[] = []
  if (type === 'string') {
    if (maxLength !== undefined) found.push('a'.repeat(maxLength + 1), 'é'.repeat(maxLength + 1000))
    if (minLength) found.push('a'.repeat(minLength - 1))
    if (names) found.push(`${String(names[0])}x`, String(names[0]).toUpperCase())
    if (pattern) found.push(`${String(value)}x`, `x${String(value)}`, `${String(value)}\n`)
  }
  if (type === 'integer' || type === 'number') {
    if (maximum !== undefined) found.push(maximum + 1, maximum * 1000)
    if (minimum !== undefined) found.push(minimum - 1)
    found.push(0.5, String(value))
  }
  if (type === 'array') {
    const [first = 'x'] = Array.isArray(value) ? (value as unknown[]) : []
    if (maxItems !== undefined) found.push(Array.from({ length: maxItems + 1 }, () => first))
    if (minItems) found.push([])
  }
  return found
}
