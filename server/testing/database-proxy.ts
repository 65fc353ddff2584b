import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a database that can be interrupted. */
export interface DatabaseProxy {
  /** The database's address by this way. */
  url: string
  /** Breaks all connections and refuses new ones, until `heal`. */
  cut(): void
  heal(): void
  /** Connections refused so far. */
  refused(): number
  close(): Promise<void>
}

export async function openDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>()
  const { hostname, port } = new URL(url)
  let isCut = false
  let refused = 0
  const server = createServer(socket => {
    if (isCut) {
      refused += 1
      socket.on('error', () => {}).destroy()
      return
    }
    const onward = connect(Number(port), hostname)
    for (const end of [socket, onward]) sockets.add(end.on('error', () => {}))
    socket.pipe(onward).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: Object.assign(new URL(url), { port: String((server.address() as AddressInfo).port) }).href,
    cut() {
      isCut = true
      breakAll()
    },
    heal: () => void (isCut = false),
    refused: () => refused,
    async close() {
      server.close()
      breakAll()
      await once(server, 'close')
    },
  }
}
