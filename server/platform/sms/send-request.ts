import { request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** A request to an address that the operator configured. */
export interface OutgoingRequest {
  url: URL
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /**
   * In milliseconds, both from the start: until the connection is open, and until the response is
   * complete.
   */
  timeouts: { connectMs: number; answerMs: number }
}

/** The response of a gateway with its text, or why there is none. */
export type RequestResult =
  | { status: number; text: string }
  /** No response. `reached`: the connection was open, so the request may have been processed. */
  | { status: null; why: string; reached: boolean }

/** Maximum size of a response. */
const maxAnswerBytes = 64 * 1024

/**
 * Sends a request on a connection of its own and reads the response, limited in size and time. Does not
 * follow redirects, so that no data reaches another address. Failures are codes without the sent data.
 */
export function sendRequest({ url, method, headers, body, timeouts: { connectMs, answerMs } }: OutgoingRequest): Promise<RequestResult> {
  return new Promise(resolve => {
    let reached = false
    const isSecure = url.protocol === 'https:'
    const options: RequestOptions = {
      method,
      agent: false,
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    }
    const asked = (isSecure ? httpsRequest : httpRequest)(url, options)
    const timers = [setTimeout(() => reached || end('TIMEOUT_CONNECTING'), connectMs), setTimeout(() => end('TIMEOUT'), answerMs)]
    const finish = (answer: RequestResult) => {
      timers.forEach(clearTimeout)
      asked.destroy()
      resolve(answer)
    }
    const end = (why: string) => finish({ status: null, why, reached })
    asked.on('socket', socket => socket.once(isSecure ? 'secureConnect' : 'connect', () => (reached = true)))
    asked.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'CONNECTION_ENDED'))
    asked.on('response', answer => {
      const chunks: Buffer[] = []
      let size = 0
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > maxAnswerBytes) end('ANSWER_TOO_LARGE')
        else chunks.push(chunk)
      })
      answer.on('end', () => finish({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }))
      answer.on('error', () => end('ANSWER_CUT_OFF'))
    })
    asked.end(body)
  })
}
