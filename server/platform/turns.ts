/** Lets the work of several owners run, at most so many pieces at the same time. Owners that wait take turns. */
export interface Turns {
  /** Takes a place; undefined if there is one now, otherwise wait for it. Release it with `leave`. */
  enter(owner: unknown): Promise<void> | undefined
  leave(): void
  isFull(): boolean
  /** How much work of this owner waits. */
  countWaiting(owner: unknown): number
  hasWaiting(): boolean
}

/** `atOnce` may be Infinity. The work of one owner begins in its order. */
export function openTurns(atOnce: number): Turns {
  /** What waits, by owner; the owner whose turn is next comes first. */
  const lines = new Map<unknown, (() => void)[]>()
  let running = 0

  return {
    enter(owner) {
      if (running < atOnce) {
        running += 1
        return undefined
      }
      const line = lines.get(owner) ?? []
      lines.set(owner, line)
      return new Promise(resolve => line.push(resolve))
    },
    leave() {
      const [next] = lines
      if (!next) {
        running -= 1
        return
      }
      const [owner, line] = next
      lines.delete(owner)
      const begin = line.shift()
      if (line.length > 0) lines.set(owner, line)
      // The place is passed on, so that new work cannot overtake.
      begin?.()
    },
    isFull: () => running >= atOnce,
    countWaiting: owner => lines.get(owner)?.length ?? 0,
    hasWaiting: () => lines.size > 0,
  }
}
