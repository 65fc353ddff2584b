import { createHash } from 'node:crypto'

/** A reproducible sequence of random values. */
export interface Dice {
  /** A whole number, both ends included. */
  between(from: number, to: number): number
  /** True with this probability, from 0 to 1. */
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  shuffle<T>(list: readonly T[]): T[]
}

/** Dice with a seed from a name, so that the parts of the demo do not affect each other. */
export function createDice(name: string): Dice {
  const next = mulberry32(createHash('sha256').update(name).digest().readUInt32BE())
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    between,
    chance: share => next() < share,
    pick: <T>(list: readonly T[]): T => list[between(0, list.length - 1)] as T,
    shuffle: <T>(list: readonly T[]) => {
      const shuffled = [...list]
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const other = between(0, last)
        ;[shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T]
      }
      return shuffled
    },
  }
}

/** Tommy Ettinger's mulberry32: 32 bits of state, public domain, evenly distributed, not for secrets. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
