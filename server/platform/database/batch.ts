import { connectionRate } from '../connection-rate.ts'
import { isCausedByOneRequest } from '../http/database-errors.ts'
import { batchSizes } from '../metrics/measures.ts'
import type { Connection } from './connection.ts'

interface Options {
  maxSize: number
  /** Batches that run at the same time. */
  maxConcurrent: number
  /** For work that no caller waits for: a batch that is not full waits this long for more inputs, in milliseconds. */
  collectMs?: number
}

interface Waiting<Input, Output> {
  input: Input
  since: number
  resolve: (output: Output) => void
  reject: (error: unknown) => void
}

/**
 * A second batch runs next to another only with this many inputs: fewer are cheaper together a moment
 * later.
 */
const minOverlapSize = 4
/** During a burst of connections requests arrive one by one. A batch then waits for so many inputs, for so long at most. */
const burst = { size: 16, ms: 8 }
/** A caller that has waited this long for a batch is refused: it has given up by the time of an answer. */
const maxWaitMs = 5000

class WaitedTooLong extends Error {
  /** Answered as 503: try again. */
  readonly statusCode = 503
}

/**
 * Declares work that concurrent calls share: inputs of one turn of the event loop, and those that arrive
 * while earlier batches run, go together into one `run`, which answers in the order of its inputs. A
 * single call runs at once. Where an error is about one of several inputs (`isCausedByOneRequest`), each
 * is tried alone. Each connection and each transaction has batches of its own. `name` is the label in
 * metrics.
 */
export function defineBatch<Input, Output>(
  name: string,
  run: (db: Connection, inputs: readonly Input[]) => Promise<readonly Output[]>,
  options: Options,
): (db: Connection, input: Input) => Promise<Output> {
  const queues = new WeakMap<Connection, (input: Input) => Promise<Output>>()
  return (db, input) => {
    const enqueue = queues.get(db) ?? openQueue<Input, Output>(name, inputs => run(db, inputs), options)
    queues.set(db, enqueue)
    return enqueue(input)
  }
}

function openQueue<Input, Output>(
  name: string,
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
  { maxSize, maxConcurrent, collectMs }: Options,
): (input: Input) => Promise<Output> {
  const queue: Waiting<Input, Output>[] = []
  let running = 0
  let scheduled = false
  let timer: NodeJS.Timeout | undefined
  const collecting = collectMs === undefined ? null : { size: maxSize, ms: collectMs }

  const answer = async (batch: readonly Waiting<Input, Output>[]): Promise<void> => {
    if (batch.length === 0) return
    try {
      const outputs = await run(batch.map(({ input }) => input))
      if (outputs.length !== batch.length) throw new Error(`a batch of ${batch.length} was answered ${outputs.length} times`)
      batch.forEach(({ resolve }, place) => resolve(outputs[place] as Output))
    } catch (error) {
      if (batch.length > 1 && isCausedByOneRequest(error)) await Promise.all(batch.map(one => answer([one])))
      else for (const { reject } of batch) reject(error)
    }
  }
  const takeBatch = () => {
    const oldest = performance.now() - maxWaitMs
    const batch = queue.splice(0, maxSize)
    for (const { reject } of batch.filter(({ since }) => since < oldest)) reject(new WaitedTooLong('waited too long for the database'))
    return batch.filter(({ since }) => since >= oldest)
  }
  const start = async () => {
    running += 1
    const batch = takeBatch()
    if (batch.length > 0) batchSizes.observe({ batch: name }, batch.length)
    await answer(batch)
    running -= 1
    startAll()
  }
  const startAll = () => {
    scheduled = false
    clearTimeout(timer)
    timer = undefined
    for (let free = maxConcurrent - running; free > 0 && queue.length > 0; free -= 1) {
      const wanted = collecting ?? (connectionRate.isBurst() ? burst : null)
      if (wanted) {
        const waitMs = queue.length < wanted.size ? (queue[0]?.since ?? 0) + wanted.ms - performance.now() : 0
        if (waitMs > 0) {
          timer = setTimeout(startAll, waitMs)
          return
        }
      } else if (queue.length < (running === 0 ? 1 : minOverlapSize)) return
      void start()
    }
  }
  return input =>
    new Promise((resolve, reject) => {
      queue.push({ input, since: performance.now(), resolve, reject })
      if (!scheduled && (!timer || queue.length >= (collecting ?? burst).size)) {
        scheduled = true
        setImmediate(startAll)
      }
    })
}
