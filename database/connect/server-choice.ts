import { readAddress, type ServerRole } from './address.ts'
import { findServer } from './client.ts'

/** Which server of an address new connections go to. Connections that share a choice share what they learn. */
export interface ServerChoice {
  readonly role: ServerRole
  /** The server that had the role when the servers were last asked; before that, the first one. */
  readonly current: string
  /**
   * Finds the server where none is known, or where `failed` is the known one. Simultaneous calls ask the
   * servers once. With a single server there is nothing to find.
   */
  find(failed?: string): Promise<void>
}

/** `timeoutMs`: how long a server may take to answer. */
export function chooseServer(text: string, timeoutMs: number): ServerChoice {
  const address = readAddress(text)
  const [first = '', ...others] = address.servers
  let [current, known] = [first, others.length === 0]
  let finding: Promise<void> | undefined

  const ask = async () => {
    known = false
    const { server, client } = await findServer(address, { settings: null, connectionTimeoutMillis: timeoutMs })
    ;[current, known] = [server, true]
    client.end().catch(() => {})
  }
  return {
    role: address.role,
    get current() {
      return current
    },
    async find(failed) {
      if (others.length === 0 || (known && current !== failed)) return
      await (finding ??= ask().finally(() => (finding = undefined)))
    },
  }
}
