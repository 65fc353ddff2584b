import { Worker, type WorkerOptions } from 'node:worker_threads'
import type { ParseRequest, ParseResult } from './parse-busy-times.ts'

/** A calendar takes some hundred milliseconds; what takes so long, in milliseconds, was made for that. */
const patience = 8000

/** Reads a calendar in a thread of its own, which ends after a while and when it wants too much memory: `too_complicated`. `script`: server/read-calendar. */
export function parseInWorker(script: URL, asked: ParseRequest, withinMs = patience): Promise<ParseResult> {
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

/** In the source it is TypeScript, which threads of their own have to be told. */
const startSource = ({ href }: URL, options: WorkerOptions): Worker =>
  new Worker(`import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(href)})))`, { ...options, eval: true })
