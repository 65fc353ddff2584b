import { request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** One request to a program whose address the operator configured. */
export interface Asking {
  url: URL
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** In milliseconds: until it is connected, and until the answer is there, from the beginning. */
  patience: { toConnect: number; toAnswer: number }
}

export type Exchange =
  | { status: number; text: string }
  /** No answer. `reached`: a connection stood, so what was asked may have been done. */
  | { status: null; why: string; reached: boolean }

/** As much of an answer is read. */
const mostBytes = 64 * 1024

/**
 * Asks over a connection of its own and reads the answer, bounded in size and time. Redirects are answers like others: nothing that was meant for one address is sent to another.
 * What stood in the way is said by its code, without what was sent.
 */
export function exchange({ url, method, headers, body, patience: { toConnect, toAnswer } }: Asking): Promise<Exchange> {
  return new Promise(resolve => {
    let reached = false
    const isSecure = url.protocol === 'https:'
    const options: RequestOptions = {
      method,
      agent: false,
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    }
    const asked = (isSecure ? httpsRequest : httpRequest)(url, options)
    const timers = [setTimeout(() => reached || end('TIMEOUT_CONNECTING'), toConnect), setTimeout(() => end('TIMEOUT'), toAnswer)]
    const settle = (answer: Exchange) => {
      timers.forEach(clearTimeout)
      asked.destroy()
      resolve(answer)
    }
    const end = (why: string) => settle({ status: null, why, reached })
    asked.on('socket', socket => socket.once(isSecure ? 'secureConnect' : 'connect', () => (reached = true)))
    asked.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'CONNECTION_ENDED'))
    asked.on('response', answer => {
      const chunks: Buffer[] = []
      let size = 0
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > mostBytes) end('ANSWER_TOO_LARGE')
        else chunks.push(chunk)
      })
      answer.on('end', () => settle({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }))
      answer.on('error', () => end('ANSWER_CUT_OFF'))
    })
    asked.end(body)
  })
}
