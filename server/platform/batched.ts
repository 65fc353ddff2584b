import { batchSizes } from './metrics/measures.ts'

interface Options {
  /** What is counted together in the metrics. */
  name?: string
  /** How many go together at most. */
  most: number
  /** How many batches are under way at once. */
  inFlight: number
  /** Another batch goes beside one under way only where so many wait: fewer go cheaper together a moment later. */
  overlapFrom?: number
  /** While this holds, few wait for more to come: most of what a batch costs is that it is one. */
  gatherWhile?: () => boolean
  /** Nobody waits for the answer: what comes within so many milliseconds goes together, for the price of a statement each. */
  gather?: number
  /** Where several failed together by such an error, each is tried alone. */
  triesAlone?: (error: unknown) => boolean
}

interface Waiting<Input, Output> {
  input: Input
  since: number
  resolve: (output: Output) => void
  reject: (error: unknown) => void
}

/** In a crowd a batch begins with so many, or when the first of them has waited so long, in milliseconds. */
const crowd = { few: 16, wait: 8 }

/** Who has waited this long for a place in a batch is not kept longer, in milliseconds: an answer after the caller gave up helps nobody. */
const patience = 5000

class WaitedTooLong extends Error {
  /** Answered as 503: try again. */
  readonly statusCode = 503
}

/**
 * Natural batching: what is asked for in one turn of the event loop, or while earlier batches are under way, goes together in the next one. Nobody waits for a clock
 * except in a crowd, and one alone goes at once. `run` answers in the order of its inputs.
 */
export function batched<Input, Output>(
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
  { name, most, inFlight, overlapFrom = 1, gatherWhile = () => false, gather, triesAlone = () => false }: Options,
): (input: Input) => Promise<Output> {
  const queue: Waiting<Input, Output>[] = []
  let running = 0
  let soon = false
  let later: NodeJS.Timeout | undefined

  const answer = async (batch: readonly Waiting<Input, Output>[]): Promise<void> => {
    if (batch.length === 0) return
    try {
      const outputs = await run(batch.map(({ input }) => input))
      if (outputs.length !== batch.length) throw new Error(`a batch of ${batch.length} was answered ${outputs.length} times`)
      batch.forEach(({ resolve }, place) => resolve(outputs[place] as Output))
    } catch (error) {
      if (batch.length > 1 && triesAlone(error)) await Promise.all(batch.map(one => answer([one])))
      else for (const { reject } of batch) reject(error)
    }
  }
  const take = () => {
    const late = performance.now() - patience
    const batch = queue.splice(0, most)
    for (const { reject } of batch.filter(({ since }) => since < late)) reject(new WaitedTooLong('waited too long for the database'))
    return batch.filter(({ since }) => since >= late)
  }
  const start = async () => {
    running += 1
    const batch = take()
    if (name && batch.length > 0) batchSizes.observe({ batch: name }, batch.length)
    await answer(batch)
    running -= 1
    startAll()
  }
  const startAll = () => {
    soon = false
    clearTimeout(later)
    later = undefined
    for (let free = inFlight - running; free > 0 && queue.length > 0; free -= 1) {
      if (gatherWhile()) {
        const wait = queue.length < crowd.few ? (queue[0]?.since ?? 0) + crowd.wait - performance.now() : 0
        if (wait > 0) {
          later = setTimeout(startAll, wait)
          return
        }
      } else if (queue.length < (free === inFlight ? 1 : overlapFrom)) return
      void start()
    }
  }
  return input =>
    new Promise((resolve, reject) => {
      queue.push({ input, since: performance.now(), resolve, reject })
      if (gather !== undefined) {
        later ??= setTimeout(startAll, gather)
      } else if (!soon && (!later || queue.length >= crowd.few)) {
        soon = true
        setImmediate(startAll)
      }
    })
}

/** The same for each connection by itself: within a transaction nobody goes with those outside. */
export function batchedOn<On extends object, Input, Output>(
  run: (on: On, inputs: readonly Input[]) => Promise<readonly Output[]>,
  options: Options,
): (on: On, input: Input) => Promise<Output> {
  const asks = new WeakMap<On, (input: Input) => Promise<Output>>()
  return (on, input) => {
    const ask = asks.get(on) ?? batched(inputs => run(on, inputs), options)
    asks.set(on, ask)
    return ask(input)
  }
}
