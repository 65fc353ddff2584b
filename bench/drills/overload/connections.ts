import { connect, type Socket } from 'node:net'

/** What became of one request; `status` 0: no answer, because the connection broke or time was up. */
export interface Answer {
  status: number
  /** Problem details that say when to come again. */
  saysWhen: boolean
}

/**
 * Connections that stay open, one request at a time on each, for a fraction of what a whole client takes: it
 * shares its cores with what it asks.
 */
export interface Connections {
  /** How many have nothing to do. */
  free(): number
  /** Sends one, over a connection that has nothing to do. */
  send(request: string, answered: (answer: Answer) => void): void
  close(): void
}

interface Line {
  socket: Socket
  answered: ((answer: Answer) => void) | null
  /** When time is up. */
  until: number
  answer: Answer
  /** Of the answer that has begun, bytes that are still to come. */
  left: number
}

const greeting = 'GET /api/health/live HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'

/** How long an answer is waited for, in milliseconds. */
const answerTimeoutMs = 10_000

export async function openConnections(port: number, count: number): Promise<Connections> {
  /**
   * In turn: those before `first` are taken. Taking the first of an array moves all others, which at thousands is
   * most of what a request takes here.
   */
  let idle: Line[] = []
  let first = 0
  const lines = new Set<Line>()
  // Each piece is looked at before the next one is read, whichever connection it came on.
  const buffer = Buffer.allocUnsafe(64 * 1024)
  let closed = false

  const finish = (line: Line, answer: Answer) => {
    const { answered } = line
    line.answered = null
    answered?.(answer)
  }
  const read = (line: Line, bytes: number) => {
    if (line.left === 0) line.left = readHead(line, buffer.toString('latin1', 0, Math.min(bytes, 1500)))
    line.left -= bytes
    if (line.left > 0) return
    // The server closes an idle connection.
    if (!line.answered) return
    idle.push(line)
    finish(line, line.answer)
  }
  const ask = (line: Line, request: string, answered: Line['answered']) => {
    line.answered = answered
    line.until = performance.now() + answerTimeoutMs
    line.socket.write(request, 'latin1')
  }
  const open = (): Promise<void> =>
    new Promise(resolve => {
      const onread = { buffer, callback: (bytes: number) => (read(line, bytes), true) }
      const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread })
      const line: Line = { socket, answered: null, until: Infinity, answer: { status: 0, saysWhen: false }, left: 0 }
      lines.add(line)
      // Connections on which nothing came at all are ended after ten seconds.
      socket.on('connect', () => ask(line, greeting, () => resolve()))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        lines.delete(line)
        finish(line, { status: 0, saysWhen: false })
        resolve()
        if (!closed) setTimeout(open, 100)
      })
    })
  // In portions: a server takes up so many at once and no more.
  for (let left = count; left > 0; left -= 500) await Promise.all(Array.from({ length: Math.min(500, left) }, open))

  const looking = setInterval(() => {
    const now = performance.now()
    for (const line of lines) if (line.answered && line.until < now) line.socket.destroy()
  }, 250)

  return {
    free: () => idle.length - first,
    send(request, answered) {
      // Round robin, as if each client had its own connection.
      let line = idle[first++]
      while (line?.socket.destroyed) line = idle[first++]
      first = Math.min(first, idle.length)
      if (first > count) [idle, first] = [idle.slice(first), 0]
      if (!line) return answered({ status: 0, saysWhen: false })
      ask(line, request, answered)
    },
    close() {
      closed = true
      clearInterval(looking)
      for (const { socket } of lines) socket.destroy()
    },
  }
}

/**
 * Answers how long it is, head and all. The product sends a head whole, and says the length of all but streams.
 */
function readHead(line: Line, text: string): number {
  const end = text.indexOf('\r\n\r\n')
  const length = /\r\ncontent-length: (\d+)/i.exec(text)
  if (end < 0 || !length) throw new Error(`an answer without its length: ${text}`)
  const status = Number(text.slice(9, 12))
  const saysWhen = status >= 400 && /\r\nretry-after: [1-9]/i.test(text) && /\r\ncontent-type: application\/problem\+json/i.test(text)
  line.answer = { status, saysWhen }
  return end + 4 + Number(length[1])
}
