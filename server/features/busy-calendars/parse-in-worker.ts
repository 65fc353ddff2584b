import { Worker, type WorkerOptions } from 'node:worker_threads'
import type { ParseRequest, ParseResult } from './parse-busy-times.ts'

/**
 * Time limit in ms. A normal calendar takes some hundred ms; one that exceeds the limit is malicious or
 * broken.
 */
const timeoutMs = 8000

/**
 * Parses a calendar in a worker thread, which is terminated at its time or memory limit
 * (`too_complicated`). `script`: server/read-calendar.
 */
export function parseInWorker(script: URL, asked: ParseRequest, withinMs = timeoutMs): Promise<ParseResult> {
  const options = { workerData: asked, resourceLimits: { maxOldGenerationSizeMb: 192 }, stdout: true, stderr: true }
  const worker = script.pathname.endsWith('.ts') ? startSource(script, options) : new Worker(script, options)
  return new Promise<ParseResult>(resolve => {
    const end = (read: ParseResult) => {
      clearTimeout(timer)
      resolve(read)
      void worker.terminate()
    }
    const timer = setTimeout(() => end({ ok: false, why: 'too_complicated' }), withinMs)
    worker.once('message', end)
    worker.once('error', () => end({ ok: false, why: 'too_complicated' }))
    worker.once('exit', () => end({ ok: false, why: 'too_complicated' }))
  })
}

/** Runs TypeScript source in a worker, which needs its own loader. */
const startSource = ({ href }: URL, options: WorkerOptions): Worker =>
  new Worker(`import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(href)})))`, { ...options, eval: true })
