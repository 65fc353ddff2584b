import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '#contract/problem.ts'
import { limitResponseTime } from './response-timeout.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A response that records what is written to it. */
function recordResponse() {
  const written: unknown[] = []
  const reply = Object.assign(new EventEmitter(), {
    headersSent: false,
    writeHead: (...head: unknown[]) => (written.push(...head), (reply.headersSent = true), reply),
    end: (body: string) => (written.push(body), reply.emit('close'), reply),
  })
  return { written, reply: reply as unknown as ServerResponse }
}

test('answers 503 to requests without an answer after 9 s, and only to those', () => {
  const listener = limitResponseTime(
    () => undefined,
    () => false,
  )
  const request = () => {
    const { reply, written } = recordResponse()
    listener({} as IncomingMessage, reply, performance.now())
    return { reply, written }
  }
  const [late, answered, streaming] = [request(), request(), request()]
  answered.reply.end('done')
  streaming.reply.writeHead(200)
  vi.advanceTimersByTime(8000)
  const next = request()
  expect(late.written).toEqual([])
  vi.advanceTimersByTime(1250)

  expect(late.written).toEqual([503, expect.objectContaining({ 'retry-after': '2' }), expect.any(String)])
  expect(Problem.parse(JSON.parse(String(late.written[2])))).toMatchObject({ code: 'unavailable', retry_after: 2 })
  expect([answered.written, streaming.written, next.written]).toEqual([['done'], [200], []])
  vi.advanceTimersByTime(8000)
  expect(next.written[0]).toBe(503)
  // No timer runs while no request waits.
  expect(vi.getTimerCount()).toBe(0)
})
