import { randomUUID } from 'node:crypto'

/** What the requests are made of. */
export interface Supply {
  tokens: readonly string[]
  /** Bodies of bookings that are still to be made. */
  bookings: readonly string[]
  supportType: string
}

export interface Request {
  text: string
  /** Of the booking; null for one that only reads. */
  number: number | null
}

/**
 * Requests as people send them who look for a time and book: each second one books a time of its own, the others
 * look at the free times or at what they have.
 */
export function openRequests({ tokens, bookings, supportType }: Supply) {
  const tokenOf = (number: number) => tokens[number % tokens.length]!
  const ask = (path: string, token: string) => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`
  /** Refused ones, which others may still book. */
  const again: number[] = []
  const acknowledged: number[] = []
  let turn = 0
  let used = 0
  return {
    acknowledged,
    next(): Request {
      turn += 1
      if (turn % 4 === 1) return { text: ask(`/api/search-schedule/${supportType}`, tokenOf(turn)), number: null }
      if (turn % 4 === 3) return { text: ask('/api/previous-history', tokenOf(turn)), number: null }
      const number = again.pop() ?? used++
      const body = bookings[number]
      if (!body) throw new Error('all times are taken: the drill needs more of them')
      const head = `POST /api/appointments HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${tokenOf(number)}\r\ncontent-type: application/json\r\n`
      return { text: `${head}idempotency-key: ${randomUUID()}\r\ncontent-length: ${body.length}\r\n\r\n${body}`, number }
    },
    /** What was not answered at all is not asked for again: it may have been done. */
    tell({ number }: Request, status: number): void {
      if (number === null) return
      if (status === 201) acknowledged.push(number)
      else if (status === 503 || status === 429) again.push(number)
    },
  }
}
