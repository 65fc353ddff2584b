import type { EventEmitter } from 'node:events'

const windowMs = 50
/** In one window: 300 a second. Each request of a burst waits 8 ms at most (`batch.ts`). */
const burstThreshold = 15

/** Counts the new connections of a server. */
export function createConnectionRate() {
  /** When the current window began, its connections, and those of the window before. */
  let [beganMs, count, countBefore] = [0, 0, 0]
  return {
    /** Counts this server's connections from now on. */
    watch(server: EventEmitter): void {
      server.on('connection', () => {
        const nowMs = performance.now()
        if (nowMs - beganMs >= windowMs) [beganMs, count, countBefore] = [nowMs, 0, nowMs - beganMs < 2 * windowMs ? count : 0]
        count += 1
      })
    },
    /**
     * Whether a burst of connections arrives. Node accepts one per turn of its event loop, so their
     * requests arrive one by one.
     */
    isBurst: (): boolean => performance.now() - beganMs < 2 * windowMs && Math.max(count, countBefore) >= burstThreshold,
  }
}

/** Of all servers of this process. */
export const connectionRate = createConnectionRate()
