import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '#contract/problem.ts'
import { answerInTime } from './answer-in-time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An answer that is written down. */
function anAnswer() {
  const written: unknown[] = []
  const reply = Object.assign(new EventEmitter(), {
    headersSent: false,
    writeHead: (...head: unknown[]) => (written.push(...head), (reply.headersSent = true), reply),
    end: (body: string) => (written.push(body), reply.emit('close'), reply),
  })
  return { written, reply: reply as unknown as ServerResponse }
}

test('whoever is not answered within 9 s is told, and nobody else', () => {
  const door = answerInTime(
    () => undefined,
    () => false,
  )
  const come = () => {
    const { reply, written } = anAnswer()
    door({} as IncomingMessage, reply)
    return { reply, written }
  }
  const [late, answered, streaming] = [come(), come(), come()]
  answered.reply.end('done')
  streaming.reply.writeHead(200)
  vi.advanceTimersByTime(8000)
  const next = come()
  expect(late.written).toEqual([])
  vi.advanceTimersByTime(1250)

  expect(late.written).toEqual([503, expect.arrayContaining(['retry-after', '2']), expect.any(String)])
  expect(Problem.parse(JSON.parse(String(late.written[2])))).toMatchObject({ code: 'unavailable', retry_after: 2 })
  expect([answered.written, streaming.written, next.written]).toEqual([['done'], [200], []])
  vi.advanceTimersByTime(8000)
  expect(next.written[0]).toBe(503)
  // Nothing is looked at while nobody waits.
  expect(vi.getTimerCount()).toBe(0)
})
