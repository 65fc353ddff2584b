import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Id, Instant, Revision } from '#contract/shapes.ts'
import { answerWriter } from './write-answer.ts'

const id = '0190a0b0-1234-7abc-8def-0123456789ab'
const at = '2026-11-24T09:00:00Z'
const Person = z.object({ id: Id, name: z.string(), photo: z.string().nullable(), phone: z.string().optional() })
const Times = z.object({
  data: z.array(
    z.object({ mentor: Person, starts_at: Instant, seats: z.int(), price: z.strictObject({ amount: z.int().min(0) }), revision: Revision }),
  ),
})
const time = { mentor: { id, name: 'Łukasz "L" Żak 👋', photo: null }, starts_at: at, seats: 1, price: { amount: 0 }, revision: 1 }

/** What it should be, and what was thrown instead. */
const outcome = (write: () => string) => {
  try {
    return write()
  } catch (error) {
    return error instanceof z.ZodError ? error.message : error
  }
}

describe('writing an answer', () => {
  it.each([
    ['plain', Times, { data: [time, { ...time, starts_at: '2026-11-24T10:00:00Z', seats: -0 }] }],
    ['nothing', Times, { data: [] }],
    ['optional, there', Person, { ...time.mentor, phone: '+44' }],
    ['optional, undefined', Person, { ...time.mentor, phone: undefined }],
    ['optional, in front', z.object({ a: z.int().optional(), b: z.int() }), { b: 1 }],
    ['a field too much', Times, { data: [{ ...time, mentor: { ...time.mentor, password: 'secret' } }] }],
    ['another order', Person, { photo: null, name: 'Maya', id }],
    ['large letters in an id', Person, { ...time.mentor, id: id.toUpperCase() }],
    ['a default', z.object({ page: z.int().default(1) }), {}],
    ['a default in a list', z.object({ data: z.array(z.int().default(3)) }), { data: [undefined] }],
    ['trimmed', z.object({ note: z.string().trim() }), { note: ' a ' }],
    ['a number as text', z.object({ n: z.coerce.number() }), { n: '3' }],
    ['a record', z.object({ before: z.record(z.string(), z.unknown()) }), { before: { b: 1, a: [undefined] } }],
    ['a union, its first', z.object({ can: z.union([z.literal(true), z.object({ code: z.string() })]) }), { can: true }],
    ['a union, its second', z.object({ can: z.union([z.literal(true), z.object({ code: z.string() })]) }), { can: { code: 'a' } }],
    ['a union whose first leaves something out', z.union([z.object({ a: z.int() }), z.object({ a: z.int(), b: z.int() })]), { a: 1, b: 2 }],
    ['missing', Person, { id, name: 'Maya' }],
    ['missing at the end', z.object({ a: z.int(), b: z.int() }), { a: 1 }],
    ['not an id', Person, { ...time.mentor, id: 'me' }],
    ['not a time', Times, { data: [time, { ...time, starts_at: '2026-02-30T09:00:00Z' }] }],
    ['far away', Times, { data: [time, { ...time, starts_at: '2300-01-01T09:00:00Z' }] }],
    ['not whole', Times, { data: [{ ...time, seats: 0.5 }] }],
    ['too little', Times, { data: [{ ...time, revision: 0 }] }],
    ['too much in what is strict', Times, { data: [{ ...time, price: { amount: 0, currency: 'GBP' } }] }],
    ['null', Person, null],
    ['undefined', Person, undefined],
    ['a list for an object', Person, [id]],
    ['an object for a list', Times, { data: {} }],
    ['not finite', z.object({ n: z.number() }), { n: NaN }],
    ['one of several', z.object({ by: z.enum(['staff', 'client']), all: z.literal([true, 'yes']) }), { by: 'client', all: 'yes' }],
    ['none of several', z.object({ by: z.enum(['staff', 'client']) }), { by: 'toString' }],
    ['none of a union', z.object({ can: z.union([z.literal(true), z.null(), z.boolean()]) }), { can: 'no' }],
    ['a truth that is made one', z.object({ ok: z.union([z.coerce.boolean(), z.null()]) }), { ok: null }],
    ['a text for a truth', z.object({ ok: z.boolean() }), { ok: 'true' }],
  ] as [string, z.ZodType, unknown][])('does as parsing does: %s', (_, schema, value) => {
    const write = answerWriter(schema)
    const parsed = outcome(() => JSON.stringify(schema.parse(value)))
    expect(outcome(() => write(value).toString())).toEqual(parsed)
    // Also when the same was written before.
    expect(outcome(() => write(value).toString())).toEqual(parsed)
  })

  it('does not take a bad value for the one before it', () => {
    const write = answerWriter(z.object({ ids: z.array(Id) }))
    expect(() => write({ ids: [id, id, 'me'] })).toThrow(z.ZodError)
    expect(() => write({ ids: ['me'] })).toThrow(z.ZodError)
  })

  it('does not take what was changed for what it was', () => {
    const write = answerWriter(z.object({ data: z.array(Person) }))
    const mentor: Record<string, unknown> = { ...time.mentor }
    expect(write({ data: [mentor, mentor] }).toString()).not.toContain('secret')
    mentor.password = 'secret'
    expect(write({ data: [mentor, mentor] }).toString()).not.toContain('secret')
  })

  it('takes no id and no time for right that the schema does not', () => {
    const write = answerWriter(z.object({ id: Id, at: Instant }))
    const at = '2026-11-24T09:00:00Z'
    for (const bad of [
      '2026-13-01T09:00:00Z',
      '2026-02-30T09:00:00Z',
      '2026-11-24T24:00:00Z',
      '2026-11-24T09:00:00',
      '2026-11-24T09:00:00+01:00',
      `${at}\n`,
    ])
      expect(() => write({ id, at: bad })).toThrow(z.ZodError)
    for (const bad of [`${id}\n`, id.replaceAll('-', ''), id.replace(/^(.{14})./, '$1f'), id.replace(/^(.{19})./, '$1c')])
      expect(() => write({ id: bad, at })).toThrow(z.ZodError)
  })
})
