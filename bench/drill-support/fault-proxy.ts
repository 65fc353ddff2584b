import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * What a network can do. `delay`: everything arrives so many milliseconds later. `reset`: each piece of an answer
 * with that ordinal is cut in its middle, and the connection with it. `blackhole`: data is held back without an
 * error and arrives afterwards, as packets that were sent again. `forgotten`: as this, but what was connected till
 * then stays dead.
 */
export type Fault = { kind: 'delay'; ms: number } | { kind: 'reset'; every: number } | { kind: 'blackhole' | 'forgotten' }

/** A way to a TCP server on this machine that can be spoilt. */
export interface FaultProxy {
  port: number
  /** From now on, for every connection; null heals. */
  inject(fault: Fault | null): void
  close(): void
}

/** A client's connection and the server's. */
interface Way {
  near: Socket
  far?: Socket
  /** Nothing arrives any more, ever. */
  dead: boolean
}

const never = new Promise<never>(() => {})

/** Forwards connections to `target`, a port. */
export async function openFaultProxy(target: number): Promise<FaultProxy> {
  const ways = new Set<Way>()
  let fault: Fault | null = null
  let pieces = 0
  /** Closed while nothing arrives. */
  let gate = Promise.resolve()
  let open = () => {}

  const arrive = async (way: Way) => {
    if (fault?.kind === 'delay') await pause(fault.ms)
    if (way.dead) await never
    await gate
    if (way.dead) await never
  }
  const isCut = () => fault?.kind === 'reset' && (pieces += 1) % fault.every === 0
  const carry = async (way: Way, from: Socket, to: Socket, answers: boolean) => {
    try {
      for await (const piece of from as AsyncIterable<Buffer>) {
        await arrive(way)
        if (answers && isCut()) {
          to.write(piece.subarray(0, piece.length / 2), () => to.resetAndDestroy())
          return
        }
        if (!to.write(piece)) await Promise.race([once(to, 'drain'), once(to, 'close')])
      }
      await arrive(way)
      to.end()
    } catch {
      await arrive(way)
      to.destroy()
    }
  }
  const lead = async (near: Socket) => {
    const way: Way = { near, dead: fault?.kind === 'forgotten' }
    ways.add(way)
    near.on('error', () => {})
    await arrive(way)
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true }).on('error', () => {})
    way.far = far
    await Promise.all([carry(way, near, far, false), carry(way, far, near, true)])
    ways.delete(way)
  }

  const server = createServer({ noDelay: true }, near => void lead(near)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    inject(next) {
      open()
      fault = next
      if (next?.kind === 'forgotten') for (const way of ways) way.dead = true
      if (next?.kind === 'forgotten' || next?.kind === 'blackhole') gate = new Promise(resolve => (open = resolve))
    },
    close() {
      open()
      server.close()
      for (const { near, far } of ways) {
        near.destroy()
        far?.destroy()
      }
    },
  }
}
