import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Refuses on connections that were refused before, where a whole request comes at once. */
export interface EarlyRefusals {
  /** Told of every request, when it comes. */
  came(reply: ServerResponse): void
  /** This one was refused in the ordinary way: what comes next on its connection can be refused early. */
  refused(request: IncomingMessage, reply: ServerResponse): void
}

/**
 * Reading a request with Node's parser and refusing it takes two to three times as much as reading and answering its bytes, and in an overload that is most of what a server does. `answerTo` says what is written to
 * somebody who asks for that address, head and all; nothing where Node's server shall have the request.
 *
 * Only what is clearly one whole request is answered here, and only while Node's parser is known to be between two requests: it was given one whole request and nothing else, and has seen its end. So the two never
 * disagree about where a request begins.
 */
export function refuseEarly(answerTo: (path: string) => string | undefined): EarlyRefusals {
  const watched = new WeakSet<Socket>()
  /** Of the last request that came, on any connection. */
  let latest: ServerResponse | undefined

  const watch = (socket: Socket): void => {
    const parsers = socket.listeners('data')
    if (parsers.length === 0) return
    let between = false
    let awaited: ServerResponse | undefined
    const pass = (piece: Buffer, isWhole: boolean): void => {
      between = false
      latest = undefined
      for (const parse of parsers) parse.call(socket, piece)
      // Answers keep their order: with this one all before it are given.
      const reply = (awaited = isWhole ? latest : undefined) as ServerResponse | undefined
      reply?.once('close', () => (between = awaited === reply && reply.req.complete))
    }
    socket.on('data', (piece: Buffer) => {
      const path = pathOfWhole(piece)
      // Node's server stops reading from whoever does not read what they are told.
      const answer = between && path !== undefined && !socket.writableNeedDrain ? answerTo(path) : undefined
      if (answer === undefined) pass(piece, path !== undefined)
      else socket.write(answer, 'latin1')
    })
    for (const parse of parsers) socket.off('data', parse as () => void)
  }

  return {
    came: reply => (latest = reply),
    refused({ socket }, reply) {
      if (watched.has(socket)) return
      watched.add(socket)
      reply.once('close', () => socket.destroyed || watch(socket))
    },
  }
}

/** Longer ones are nobody's who looks for a time. */
const mostBytes = 8192
const firstLine = /^(?:GET|POST|PUT|PATCH|DELETE) (\/[!-~]*) HTTP\/1\.1\r\n/
/** Whatever says how much there is to come or what becomes of the connection, and lines that do not end as they should. */
const telling = /\n(?:content-length|transfer-encoding|connection|expect|upgrade)[^\r\n]*|[^\r]\n|\r[^\n]|\0/gi

/** What is asked for, where these bytes are one request from its beginning to its end and nobody could read them in another way. */
export function pathOfWhole(piece: Buffer): string | undefined {
  if (piece.length > mostBytes) return undefined
  const text = piece.toString('latin1')
  const path = firstLine.exec(text)?.[1]
  const end = text.indexOf('\r\n\r\n')
  if (path === undefined || end < 0) return undefined
  let length = 0
  let lengths = 0
  const head = text.slice(0, end + 2)
  telling.lastIndex = 0
  // Not `matchAll`, which makes another expression each time.
  for (let line = telling.exec(head)?.[0]; line !== undefined; line = telling.exec(head)?.[0]) {
    const told = /^\ncontent-length: (\d{1,5})$/i.exec(line)?.[1]
    if (told !== undefined) [length, lengths] = [Number(told), lengths + 1]
    else if (!/^\nconnection: keep-alive$/i.test(line)) return undefined
  }
  return lengths <= 1 && end + 4 + length === text.length ? path : undefined
}
