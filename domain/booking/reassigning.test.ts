import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Temporal } from '../time/temporal.ts'
import {
  type AffectedAppointment,
  type BusyClient,
  costOf,
  type FreeSlot,
  proposeFromNearSlots,
  proposeSlots,
  type Span,
} from './reassigning.ts'

const nine = Temporal.Instant.from('2026-11-24T09:00:00Z')
const at = (minutes: number, length = 30) => ({
  start: nine.add({ minutes }).epochMilliseconds,
  end: nine.add({ minutes: minutes + length }).epochMilliseconds,
})
const overlaps = (a: Span, b: Span) => Math.max(a.start, b.start) < Math.min(a.end, b.end)
const slotCost = (of: AffectedAppointment, { start, end, place_id, mentor_id }: FreeSlot) =>
  costOf(of, start, end, place_id !== of.place_id, of.requested_mentor_id !== null && mentor_id !== of.requested_mentor_id)
const appointment = (id: string, minutes: number, change: Partial<AffectedAppointment> = {}): AffectedAppointment => ({
  id,
  client_id: `client of ${id}`,
  support_type_id: 'advice',
  place_id: 'hall',
  requested_mentor_id: null,
  needs_interpreter: false,
  ...at(minutes),
  ...change,
})
const slot = (id: string, minutes: number, change: Partial<FreeSlot> = {}): FreeSlot => ({
  id,
  mentor_id: 'ben',
  support_type_id: 'advice',
  place_id: 'hall',
  free: 1,
  interpreted: false,
  ...at(minutes),
  ...change,
})
const propose = (affected: AffectedAppointment[], slots: FreeSlot[], busy: BusyClient[] = [], earliest = nine.subtract({ hours: 24 })) =>
  Object.fromEntries(
    proposeSlots(affected, slots, busy, earliest.epochMilliseconds).map(({ appointment_id, slot_id }) => [appointment_id, slot_id]),
  )

describe('a plan for a mentor who is ill', () => {
  it('keeps the time where another mentor is free then, and finds the nearest later one otherwise', () => {
    const slots = [slot('9:00 ben', 0), slot('10:30', 90), slot('8:30', -30)]
    expect(propose([appointment('a', 0), appointment('b', 60)], slots)).toEqual({ a: '9:00 ben', b: '10:30' })
  })

  it('does not move a client to the mentor they asked for while they could keep their own time', () => {
    const slots = [slot('same', 0, { free: 2 }), slot('with ana', 2 * 24 * 60, { mentor_id: 'ana' })]
    const asked = appointment('asked', 0, { requested_mentor_id: 'ana' })
    expect(propose([asked, appointment('any', 0)], slots)).toEqual({ asked: 'same', any: 'same' })
  })

  it('gives a client who cannot keep the time the mentor they asked for, where that is within a week', () => {
    const asked = appointment('asked', 0, { requested_mentor_id: 'ana' })
    const soon = slot('with ben', 60)
    expect(propose([asked], [soon, slot('with ana', 2 * 24 * 60, { mentor_id: 'ana' })])).toEqual({ asked: 'with ana' })
    expect(propose([asked], [soon, slot('far', 9 * 24 * 60, { mentor_id: 'ana' })])).toEqual({ asked: 'with ben' })
  })

  it('keeps times with an interpreter for clients who need one, and their length', () => {
    const slots = [slot('short', 0, { free: 2 }), slot('long', 60, { ...at(60, 60), interpreted: true })]
    const needs = appointment('needs', 0, { needs_interpreter: true })
    expect(propose([appointment('any', 0)], slots.slice(1))).toEqual({ any: null })
    expect(propose([needs], slots.slice(1))).toEqual({ needs: 'long' })
    expect(propose([{ ...needs, ...at(-60, 60) }], slots)).toEqual({ needs: 'long' })
  })

  it('does not move a client to another time to spare them another place', () => {
    const slots = [
      slot('elsewhere', 0, { place_id: 'annex' }),
      slot('tomorrow', 24 * 60),
      slot('other help', 0, { support_type_id: 'law' }),
    ]
    expect(propose([appointment('a', 0)], slots)).toEqual({ a: 'elsewhere' })
    expect(propose([appointment('a', 0)], slots.slice(1))).toEqual({ a: 'tomorrow' })
    expect(propose([appointment('a', 0)], slots.slice(2))).toEqual({ a: null })
  })

  it('does not overlook a client’s own time behind many times that suit better', () => {
    const asked = appointment('asked', 0, { requested_mentor_id: 'ana' })
    const withAna = Array.from({ length: 40 }, (_, index) => slot(`ana ${index}`, 60 + index * 30, { mentor_id: 'ana' }))
    expect(propose([asked], [...withAna, slot('same', 0, { place_id: 'annex' })])).toEqual({ asked: 'same' })
  })

  it('proposes no other time that is too soon to hear of, but the same time however soon', () => {
    const soon = nine.add({ minutes: 60 })
    expect(propose([appointment('a', 0)], [slot('30 later', 30), slot('60 later', 60)], [], soon)).toEqual({ a: '60 later' })
    expect(propose([appointment('a', 0)], [slot('same', 0)], [], soon)).toEqual({ a: 'same' })
  })

  it('lets those who have a choice make room for who has none', () => {
    const slots = [slot('x', 0), slot('y', 30)]
    const second = appointment('second', 0)
    const busy = [{ client_id: second.client_id, ...at(30) }]
    expect(propose([appointment('first', 0), second], slots, busy)).toEqual({ first: 'y', second: 'x' })
  })

  it('does not move a client to another time who could keep their own', () => {
    const clients = [0, 30, 60].map(minutes => appointment(`at ${minutes}`, minutes))
    const slots = [30, 60, 90].map(minutes => slot(`ben ${minutes}`, minutes))
    expect(propose(clients, slots)).toEqual({ 'at 0': 'ben 90', 'at 30': 'ben 30', 'at 60': 'ben 60' })
  })

  it('never proposes one client two times that overlap', () => {
    const [a, b] = [appointment('a', 0, { client_id: 'same' }), appointment('b', 60, { client_id: 'same' })]
    expect(propose([a, b], [slot('x', 120), slot('y', 130)])).toEqual({ a: null, b: 'x' })
  })

  it('is made soon for a client with many times that overlap, and never proposes two of them', () => {
    const day = 24 * 60
    const many = Array.from({ length: 32 }, (_, n) => appointment(`a${n}`, n * 40, { client_id: 'same' }))
    const crossing = many.flatMap((_, n) => (n % 2 === 0 ? [slot(`x${n}`, (10 + n) * day), slot(`y${n}`, (10 + n) * day + 10)] : []))
    const spare = many.map((_, n) => slot(`z${n}`, (100 + n) * day))
    const ids = Object.values(propose(many, [...crossing, ...spare]))
    const times = [...crossing, ...spare].filter(({ id }) => ids.includes(id))
    expect(times).toHaveLength(32)
    expect(times.some((one, n) => times.slice(n + 1).some(other => overlaps(one, other)))).toBe(false)
  })
})

describe('the choices of an appointment', () => {
  const later = Array.from({ length: 40 }, (_, index) => slot(`later ${index}`, 60 + index * 30))
  const shuffled = later.toSorted((a, b) => (Number(a.id.slice(6)) % 7) - (Number(b.id.slice(6)) % 7))
  const nearest = (count: number) => later.slice(0, count).map(({ id }) => id)
  const optionsOf = (affected: AffectedAppointment[], slots: FreeSlot[], busy: BusyClient[] = []) =>
    proposeSlots(affected, slots, busy, nine.epochMilliseconds)[0]?.options
  const others = (count: number) => Array.from({ length: count }, (_, index) => appointment(`other ${index}`, 0))

  it('are the twelve that suit best, best first, and others at the same time', () => {
    const sameTime = slot('same time', 0, { place_id: 'annex', end: at(0, 600).end })
    expect(optionsOf([appointment('a', 0)], shuffled)).toEqual(nearest(12))
    expect(optionsOf([appointment('a', 0)], [...shuffled, sameTime])).toContain('same time')
    expect(optionsOf([appointment('a', 0)], shuffled.slice(0, 5))).toHaveLength(5)
  })

  it('are one more than there are other appointments, so that one is always left', () => {
    const busy = others(30).map(({ client_id, start, end }) => ({ client_id, start, end }))
    expect(optionsOf([appointment('a', 0), ...others(20)], shuffled)).toEqual(nearest(21))
    expect(optionsOf([appointment('a', 0)], shuffled, busy)).toEqual(nearest(12))
  })

  it('are all where the client has another appointment to move, which may take any of them', () => {
    const [first, second] = [appointment('a', 0), appointment('b', 30, { client_id: 'client of a' })]
    expect(optionsOf([first, second], shuffled)).toEqual(nearest(40))
    expect(optionsOf([first], shuffled, [{ client_id: 'client of a', ...at(30) }])).toEqual(nearest(12))
  })

  it('are none where no mentor offers the support type', () => {
    expect(optionsOf([appointment('a', 0)], [slot('other', 0, { support_type_id: 'tutoring' })])).toEqual([])
  })

  it('begin with the same time among those that suit equally, in whatever order they come', () => {
    const equal = [slot('two days later', 2 * 24 * 60), slot('elsewhere', 0, { place_id: 'annex' })]
    for (const slots of [equal, equal.toReversed()])
      expect(optionsOf([appointment('a', 0)], slots)).toEqual(['elsewhere', 'two days later'])
  })

  it('are none that are full', () => {
    expect(optionsOf([appointment('a', 0)], [slot('full', 0, { free: 0 }), slot('free', 60)])).toEqual(['free'])
  })
})

describe('the cost of a slot', () => {
  const asked = appointment('a', 0, { requested_mentor_id: 'ben' })
  const day = 24 * 60
  it.each([
    ['the same time', slot('x', 0), 0],
    ['an hour later', slot('x', 60), 60],
    ['an hour earlier, which counts twice', slot('x', -60), 120],
    ['another place', slot('x', 0, { place_id: 'annex' }), 2 * day],
    ['another mentor than the requested one', slot('x', 0, { mentor_id: 'ana' }), 7 * day],
    ['a shorter time', slot('x', 0, at(0, 29)), 14 * day],
    ['a longer time', slot('x', 0, at(0, 45)), 0],
    ['all of them', slot('x', 30, { place_id: 'annex', mentor_id: 'ana', ...at(30, 20) }), 30 + 23 * day],
  ])('is as documented for %s', (_what, other, cost) => expect(slotCost(asked, other)).toBe(cost))
})

describe('a plan from the near slots', () => {
  /** Twelve choices from 5 to 60 minutes later: as many as one appointment needs. */
  const near = Array.from({ length: 12 }, (_, index) => slot(`s${index}`, 5 * (index + 1)))
  const plan = (from: number, to: number, earliest: number, start = 0) =>
    proposeFromNearSlots([appointment('a', start)], near, [], at(earliest).start, { start: at(from).start, end: at(to).start })

  it('is made where no slot outside costs less than the last choice', () => {
    expect(plan(-300, 61, -300)?.[0]?.slot_id).toBe('s0')
    expect(plan(-300, 60, -300)?.[0]?.slot_id).toBe('s0')
    expect(plan(-30, 600, -300)?.[0]?.slot_id).toBe('s0')
  })

  it('is not made where a later slot outside could cost less', () => expect(plan(-300, 59, -300)).toBeNull())

  it('is not made where an earlier slot outside could cost less, unless it starts too soon', () => {
    expect(plan(-29, 600, -300)).toBeNull()
    expect(plan(-29, 600, -30)).toBeNull()
    expect(plan(-29, 600, -29)?.[0]?.slot_id).toBe('s0')
    expect(plan(0, 600, 0)?.[0]?.slot_id).toBe('s0')
  })

  it('is not made for an appointment outside', () => {
    expect(plan(1, 600, -300)).toBeNull()
    expect(plan(1, 600, 1)).toBeNull()
    expect(plan(0, 61, -300, 61)).toBeNull()
  })
})

/** The value of a plan, by priority: more placed, then more at their own time, then a lower cost. */
type Worth = [placed: number, kept: number, cost: number]
const isBetter = (a: Worth, b: Worth) => a[0] > b[0] || (a[0] === b[0] && (a[1] > b[1] || (a[1] === b[1] && a[2] < b[2])))

/** Every slot that an appointment could get under the documented rules. */
const possibleFor = (one: AffectedAppointment, affected: AffectedAppointment[], slots: FreeSlot[], busy: BusyClient[], earliest: number) =>
  slots.filter(
    each =>
      each.support_type_id === one.support_type_id &&
      (each.start === one.start || each.start >= earliest) &&
      !busy.some(time => time.client_id === one.client_id && overlaps(time, each)) &&
      !affected.some(other => other.id !== one.id && other.client_id === one.client_id && overlaps(other, each)),
  )

/**
 * What a plan is worth (decision 047): placed appointments, those at their own time, and the cost of the
 * others.
 */
const worthOf = (affected: AffectedAppointment[], chosen: (FreeSlot | undefined)[]): Worth => {
  const placed = affected.flatMap((one, index) => (chosen[index] ? [{ one, mine: chosen[index] }] : []))
  const kept = placed.filter(({ one, mine }) => mine.start === one.start)
  return [placed.length, kept.length, placed.reduce((sum, { one, mine }) => sum + slotCost(one, mine), 0)]
}

/** The best of all possible plans. */
const bestOfAll = (affected: AffectedAppointment[], possible: FreeSlot[][]): Worth => {
  let best: Worth = [-1, 0, 0]
  const choose = (chosen: (FreeSlot | undefined)[]) => {
    const one = affected[chosen.length]
    if (!one) {
      const worth = worthOf(affected, chosen)
      if (isBetter(worth, best)) best = worth
      return
    }
    choose([...chosen, undefined])
    for (const each of possible[chosen.length] ?? []) {
      const isFull = chosen.filter(other => other?.id === each.id).length >= each.free
      const crosses = chosen.some((other, index) => other && affected[index]?.client_id === one.client_id && overlaps(other, each))
      if (!isFull && !crosses) choose([...chosen, each])
    }
  }
  choose([])
  return best
}

describe('every plan', () => {
  const anyone = fc.constantFrom('ana', 'ben', 'cem')
  const anyMinutes = fc.integer({ min: 0, max: 24 }).map(n => n * 15)
  const places = fc.constantFrom('hall', 'annex')
  const help = fc.constantFrom('advice', 'law')
  const anyAffected = fc.array(
    fc.record({ minutes: anyMinutes, client: fc.nat(5), help, place: places, asked: fc.option(anyone, { nil: null }) }),
    { maxLength: 8 },
  )
  const anySlot = fc.record({ minutes: anyMinutes, mentor: anyone, help, place: places, free: fc.nat(2) })
  // Few slots, so that some clients get none; or more than are considered for each.
  const anySlots = fc.oneof(fc.array(anySlot, { maxLength: 10 }), fc.array(anySlot, { minLength: 30, maxLength: 60 }))
  const anyBusy = fc.array(fc.record({ minutes: anyMinutes, client: fc.nat(5) }), { maxLength: 4 })

  it('decides for every client, uses no seat twice, overlaps no other appointment, and cancels only when no slot is left', () => {
    fc.assert(
      fc.property(anyAffected, anySlots, anyBusy, anyMinutes, (who, what, other, soon) => {
        const affected = who.map(({ minutes, client, help: support_type_id, place, asked }, index) =>
          appointment(`a${index}`, minutes, { client_id: `c${client}`, support_type_id, place_id: place, requested_mentor_id: asked }),
        )
        const slots = what.map(({ minutes, mentor, help: support_type_id, place, free }, index) =>
          slot(`s${index}`, minutes, { mentor_id: mentor, support_type_id, place_id: place, free }),
        )
        const busy = other.map(({ minutes, client }) => ({ client_id: `c${client}`, ...at(minutes) }))
        const earliest = nine.add({ minutes: soon })
        const plan = proposeSlots(affected, slots, busy, earliest.epochMilliseconds)

        expect(plan.map(({ appointment_id }) => appointment_id)).toEqual(affected.map(({ id }) => id))
        const slotOf = (id: string | null) => slots.find(each => each.id === id)
        const chosen = plan.map(({ slot_id }) => slotOf(slot_id))
        const used = (id: string) => plan.filter(({ slot_id }) => slot_id === id).length
        for (const { id, free } of slots) expect(used(id)).toBeLessThanOrEqual(free)

        affected.forEach((one, index) => {
          const proposal = plan[index]!
          const costs = proposal.options.map(id => slotCost(one, slotOf(id)!))
          expect(costs).toEqual(costs.toSorted((a, b) => a - b))
          const crosses = (time: FreeSlot) =>
            busy.some(each => each.client_id === one.client_id && overlaps(each, time)) ||
            affected.some(each => each.id !== one.id && each.client_id === one.client_id && overlaps(each, time)) ||
            affected.some((each, at2) => at2 !== index && each.client_id === one.client_id && !!chosen[at2] && overlaps(chosen[at2], time))
          const mine = chosen[index]
          if (mine) {
            expect(proposal.options).toContain(mine.id)
            expect(mine.support_type_id).toBe(one.support_type_id)
            expect(crosses(mine)).toBe(false)
          } else {
            expect(proposal.options.filter(id => used(id) < slotOf(id)!.free && !crosses(slotOf(id)!))).toEqual([])
          }
        })
      }),
      { numRuns: 300 },
    )
  })

  it('places as many as possible, then keeps as many times as possible, then moves people as little as possible', () => {
    const few = fc.integer({ min: 0, max: 5 }).map(n => n * 15)
    const who = fc.record({ minutes: few, client: fc.nat(3), place: places, asked: fc.option(anyone, { nil: null }) })
    const what = fc.record({ minutes: few, mentor: anyone, place: places, free: fc.nat(2), length: fc.constantFrom(20, 30, 30) })
    const other = fc.record({ minutes: few, client: fc.nat(3) })
    fc.assert(
      fc.property(
        fc.array(who, { minLength: 1, maxLength: 4 }),
        fc.array(what, { maxLength: 6 }),
        fc.array(other, { maxLength: 2 }),
        few,
        (clients, free, also, soon) => {
          const affected = clients.map(({ minutes, client, place, asked }, index) =>
            appointment(`a${index}`, minutes, { client_id: `c${client}`, place_id: place, requested_mentor_id: asked }),
          )
          const slots = free.map(({ minutes, mentor, place, free: seats, length }, index) =>
            slot(`s${index}`, minutes, { mentor_id: mentor, place_id: place, free: seats, ...at(minutes, length) }),
          )
          const busy = also.map(({ minutes, client }) => ({ client_id: `c${client}`, ...at(minutes) }))
          const earliest = nine.add({ minutes: soon }).epochMilliseconds
          const open = slots.filter(({ free: seats }) => seats > 0)
          const possible = affected.map(one => possibleFor(one, affected, open, busy, earliest))
          const chosen = proposeSlots(affected, slots, busy, earliest).map(({ slot_id }) => open.find(({ id }) => id === slot_id))
          expect(worthOf(affected, chosen)).toEqual(bestOfAll(affected, possible))
        },
      ),
      { numRuns: 1000 },
    )
  })

  // Mutation testing runs instrumented code, which is slower.
  it.skipIf('STRYKER_MUTATOR_WORKER' in process.env)('is quick: twice the clients and times take at most the cube of two as long', () => {
    const quickest = (size: number) => {
      const clients = Array.from({ length: 30 * size }, (_, index) => appointment(`a${index}`, (index % 10) * 30))
      const slots = Array.from({ length: 200 * size }, (_, index) => slot(`s${index}`, (index % 50) * 15, { mentor_id: `m${index % 7}` }))
      const took = Array.from({ length: 20 }, () => {
        const began = performance.now()
        proposeSlots(clients, slots, [], nine.epochMilliseconds)
        return performance.now() - began
      })
      return Math.min(...took)
    }
    // Eight times, and as much again for a busy machine; it is six.
    expect(quickest(2) / quickest(1)).toBeLessThan(16)
  })

  it('is the same from the near times alone, where it is made from them', () => {
    let made = 0
    const first = at(600).start
    const someAffected = fc.array(
      fc.record({
        minutes: fc.integer({ min: 560, max: 640 }),
        client: fc.nat(20),
        place: places,
        asked: fc.constantFrom(null, null, null, 'ana'),
      }),
      { minLength: 1, maxLength: 4 },
    )
    const manySlots = fc.array(
      fc.record({
        minutes: fc.integer({ min: 250, max: 900 }),
        mentor: anyone,
        place: places,
        free: fc.nat(2),
        length: fc.constantFrom(20, 30, 30, 30),
      }),
      { minLength: 60, maxLength: 150, size: 'max' },
    )
    const someBusy = fc.array(fc.record({ minutes: fc.integer({ min: 250, max: 900 }), client: fc.nat(20) }), { maxLength: 4 })
    const anyReach = fc.integer({ min: 100, max: 300 })
    fc.assert(
      fc.property(someAffected, manySlots, someBusy, fc.nat(620), anyReach, (who, what, other, soon, far) => {
        const affected = who.map(({ minutes, client, place, asked }, index) =>
          appointment(`a${index}`, minutes, { client_id: `c${client}`, place_id: place, requested_mentor_id: asked }),
        )
        const reach = far * 60_000
        const slots = what
          .map(({ minutes, mentor, place, free, length }, index) =>
            slot(`s${index}`, minutes, { mentor_id: mentor, place_id: place, free, ...at(minutes, length) }),
          )
          .toSorted((a, b) => Math.abs(a.start - first) - Math.abs(b.start - first))
        const near = slots.filter(({ start }) => Math.abs(start - first) < reach)
        const busy = other.map(({ minutes, client }) => ({ client_id: `c${client}`, ...at(minutes) }))
        const earliest = nine.add({ minutes: soon }).epochMilliseconds
        const plan = proposeFromNearSlots(affected, near, busy, earliest, { start: first - reach, end: first + reach })
        if (plan === null) return
        if (near.length < slots.length) made += 1
        expect(plan).toEqual(proposeSlots(affected, slots, busy, earliest))
      }),
      { numRuns: 500 },
    )
    expect(made).toBeGreaterThan(20)
  })
})
