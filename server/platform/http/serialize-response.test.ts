import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { Id, Instant, Revision } from '#contract/shapes.ts'
import { responseSerializer } from './serialize-response.ts'

const id = '0190a0b0-1234-7abc-8def-0123456789ab'
const at = '2026-11-24T09:00:00Z'
const Person = z.object({ id: Id, name: z.string(), photo: z.string().nullable(), phone: z.string().optional() })
const Times = z.object({
  data: z.array(
    z.object({ mentor: Person, starts_at: Instant, seats: z.int(), price: z.strictObject({ amount: z.int().min(0) }), revision: Revision }),
  ),
})
const mentor = { id, name: 'Łukasz "L" Żak 👋', photo: null }
const time = { mentor, starts_at: at, seats: 1, price: { amount: 0 }, revision: 1 }
const Permission = z.object({ can: z.union([z.literal(true), z.object({ code: z.string() })]) })

const serialize = (schema: z.ZodType, response: unknown) => JSON.parse(responseSerializer(schema)(response).toString()) as unknown

describe('a response', () => {
  it.each([
    ['nested objects', Times, { data: [time, { ...time, starts_at: '2026-11-24T10:00:00Z' }] }],
    ['an empty list', Times, { data: [] }],
    ['an optional field', Person, { ...mentor, phone: '+44' }],
    ['the first option of a union', Permission, { can: true }],
    ['the second option of a union', Permission, { can: { code: 'a' } }],
    ['a record', z.object({ before: z.record(z.string(), z.unknown()) }), { before: { b: 1, a: [null] } }],
  ] as [string, z.ZodType, unknown][])('is written unchanged: %s', (_, schema, response) => {
    expect(serialize(schema, response)).toEqual(response)
  })

  it.each([
    ['an object in a list', Times, { data: [{ ...time, mentor: { ...mentor, password: 'secret' } }] }, { data: [time] }],
    ['an option of a union', Permission, { can: { code: 'a', password: 'secret' } }, { can: { code: 'a' } }],
  ] as [string, z.ZodType, unknown, unknown][])('never contains a field that its schema does not: %s', (_, schema, response, written) => {
    expect(serialize(schema, response)).toEqual(written)
  })

  it('never contains a field that was added after it was first written', () => {
    const write = responseSerializer(z.object({ data: z.array(Person) }))
    const person: Record<string, unknown> = { ...mentor }
    expect(write({ data: [person, person] }).toString()).not.toContain('secret')
    person.password = 'secret'
    expect(write({ data: [person, person] }).toString()).not.toContain('secret')
  })

  it.each([
    ['a missing field', Person, { id, name: 'Maya' }],
    ['a malformed id', Person, { ...mentor, id: 'me' }],
    ['an id with a line break', Person, { ...mentor, id: `${id}\n` }],
    ['a malformed id after a valid one', z.object({ ids: z.array(Id) }), { ids: [id, id, 'me'] }],
    ['a date that does not exist', Times, { data: [time, { ...time, starts_at: '2026-02-30T09:00:00Z' }] }],
    ['hour 24', Times, { data: [{ ...time, starts_at: '2026-11-24T24:00:00Z' }] }],
    ['an instant without a zone', Times, { data: [{ ...time, starts_at: '2026-11-24T09:00:00' }] }],
    ['a fraction for a whole number', Times, { data: [{ ...time, seats: 0.5 }] }],
    ['a number that is too small', Times, { data: [{ ...time, revision: 0 }] }],
    ['an unknown field of a strict object', Times, { data: [{ ...time, price: { amount: 0, currency: 'GBP' } }] }],
    ['NaN', z.object({ n: z.number() }), { n: NaN }],
    ['an unknown enum value', z.object({ by: z.enum(['staff', 'client']) }), { by: 'toString' }],
    ['no option of a union', Permission, { can: 'no' }],
    ['a string for a boolean', z.object({ ok: z.boolean() }), { ok: 'true' }],
    ['null', Person, null],
    ['undefined', Person, undefined],
    ['a list for an object', Person, [id]],
    ['an object for a list', Times, { data: {} }],
  ] as [string, z.ZodType, unknown][])('is refused: %s', (_, schema, response) => {
    expect(() => responseSerializer(schema)(response)).toThrow(z.ZodError)
  })
})
