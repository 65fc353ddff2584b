import { parentPort, workerData } from 'node:worker_threads'
import { type ParseRequest, parseBusyTimes } from './features/busy-calendars/parse-busy-times.ts'

// Reads one calendar in a thread of its own, so that the server stays responsive and can terminate it:
// the file is untrusted.

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, no window's
parentPort?.postMessage(parseBusyTimes(workerData as ParseRequest))
