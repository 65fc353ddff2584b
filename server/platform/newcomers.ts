import type { EventEmitter } from 'node:events'

/** In milliseconds. */
const span = 50
/** In one span: a thousand a second. */
const many = 50

/** Counts new connections. */
export function watchNewcomers() {
  /** When the span under way began, how many came in it, and how many in the one before. */
  let [began, came, before] = [0, 0, 0]
  return {
    /** Counts this server's from now on. */
    count(server: EventEmitter): void {
      server.on('connection', () => {
        const now = performance.now()
        if (now - began >= span) [began, came, before] = [now, 0, now - began < 2 * span ? came : 0]
        came += 1
      })
    },
    /** Whether they crowd in at this moment. Node takes up one new connection in a turn of its event loop, so that what their requests need is asked for one by one. */
    crowdIn: (): boolean => performance.now() - began < 2 * span && Math.max(came, before) >= many,
  }
}

/** Of all servers of this process. */
export const newcomers = watchNewcomers()
