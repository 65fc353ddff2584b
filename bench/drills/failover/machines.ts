import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, open } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isThere } from '../../../e2e/support/is-there.ts'

const run = promisify(execFile)
const ip = async (...args: string[]): Promise<string> => (await run('ip', args)).stdout

/** A process of a machine, as an unprivileged system user. */
export interface Command {
  user: string
  args: readonly string[]
  env?: Record<string, string>
  logFile: string
}

/** A network namespace with its own address, ports and processes, connected to this machine by a bridge. */
export interface Machine {
  name: string
  address: string
  start(command: Command): Promise<ChildProcess>
  /** Sends the signal to all its processes. */
  signal(signal: NodeJS.Signals): Promise<void>
  /** Kills all its processes and waits until they have ended. */
  kill(): Promise<void>
  /** Drops all packets to and from the other machines; this machine still reaches it. */
  cutFromPeers(): Promise<void>
  /** Takes its network cable out. */
  isolate(): Promise<void>
  reconnect(): Promise<void>
}

export interface Network {
  machines: readonly Machine[]
  /** The address range of all machines and this one. */
  range: string
  remove(): Promise<void>
}

/** Names of interfaces have at most 15 characters. */
const ownPrefix = 'ohd'

/** Creates a bridge and so many machines. Needs root. */
export async function createNetwork(count: number): Promise<Network> {
  const prefix = `${ownPrefix}${process.pid}`
  // 198.18.0.0/15 is reserved for measurements (RFC 2544).
  const inUse = Object.values(networkInterfaces()).flatMap(list => (list ?? []).map(({ address }) => address))
  const subnet = Array.from({ length: 256 }, (_, n) => `198.18.${n}`).find(start => !inUse.some(address => address.startsWith(`${start}.`)))
  const addresses = Array.from({ length: count }, (_, n) => `${subnet}.${11 + n}`)
  const bridge = `${prefix}br`
  const network: Network & { machines: Machine[] } = {
    machines: [],
    range: `${subnet}.0/24`,
    async remove() {
      for (const { kill } of network.machines) await kill()
      await removeAll(bridge, namespaces)
    },
  }
  const namespaces = addresses.map((_, n) => `${prefix}n${n + 1}`)
  watchOver(bridge, namespaces)
  try {
    await ip('link', 'add', bridge, 'type', 'bridge')
    await ip('address', 'add', `${subnet}.1/24`, 'dev', bridge)
    await ip('link', 'set', bridge, 'up')
    for (const [n, address] of addresses.entries()) {
      const others = addresses.filter(other => other !== address)
      network.machines.push(await createMachine(namespaces[n]!, `node${n + 1}`, { address, bridge, others }))
    }
    return network
  } catch (error) {
    await network.remove()
    throw error
  }
}

async function createMachine(
  namespace: string,
  name: string,
  { address, bridge, others }: { address: string; bridge: string; others: readonly string[] },
): Promise<Machine> {
  await ip('netns', 'add', namespace)
  await ip('link', 'add', namespace, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
  await ip('link', 'set', namespace, 'master', bridge, 'up')
  await ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'eth0')
  await ip('-n', namespace, 'link', 'set', 'eth0', 'up')
  await ip('-n', namespace, 'link', 'set', 'lo', 'up')
  const pids = () => pidsOf(namespace)
  return {
    name,
    address,
    start: command => startAs({ ...command, args: ['nsenter', `--net=/run/netns/${namespace}`, ...asUser(command)] }),
    signal: async signal => send(await pids(), signal),
    kill: async () => killAll(pids),
    async cutFromPeers() {
      for (const other of others) await ip('-n', namespace, 'route', 'add', 'blackhole', other)
    },
    isolate: async () => void (await ip('link', 'set', namespace, 'down')),
    async reconnect() {
      await ip('link', 'set', namespace, 'up')
      for (const other of others) await ip('-n', namespace, 'route', 'del', 'blackhole', other).catch(() => undefined)
    },
  }
}

/** Starts a process of this machine, as an unprivileged system user. The drill does not wait for its end. */
export const startHere = async (command: Command): Promise<void> => (await startAs({ ...command, args: asUser(command) })).unref()

/** The process ends with the drill. */
const asUser = ({ user, args }: Command): string[] => [
  'setpriv',
  `--reuid=${user}`,
  `--regid=${user}`,
  '--init-groups',
  '--pdeathsig=KILL',
  '--',
  ...args,
]

async function startAs({ args: [program = '', ...args], env = {}, logFile }: Command): Promise<ChildProcess> {
  const log = await open(logFile, 'a')
  try {
    const environment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC', ...env }
    const child = spawn(program, args, { cwd: '/', env: environment, stdio: ['ignore', log.fd, log.fd] })
    await once(child, 'spawn')
    return child
  } finally {
    await log.close()
  }
}

const pidsOf = async (namespace: string): Promise<number[]> =>
  (await ip('netns', 'pids', namespace))
    .split('\n')
    .filter(line => line !== '')
    .map(Number)

function send(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) if (isThere(pid)) process.kill(pid, signal)
}

/** Again and again: Patroni and PostgreSQL start processes until they are gone. */
async function killAll(pids: () => Promise<number[]>): Promise<void> {
  for (let left = await pids(); left.length > 0; left = await pids()) {
    send(left, 'SIGKILL')
    await pause(20)
  }
}

/** Virtual cables go with their namespaces. */
async function removeAll(bridge: string, namespaces: readonly string[]): Promise<void> {
  const existing = (await ip('netns', 'list')).split('\n').map(line => line.split(' ')[0]!)
  for (const namespace of namespaces.filter(name => existing.includes(name))) {
    await killAll(() => pidsOf(namespace))
    await ip('netns', 'delete', namespace)
  }
  await ip('link', 'delete', bridge).catch(() => undefined)
}

/**
 * PostgreSQL outlives its starter, but must not outlive a killed drill. A shell that waits for its input to close,
 * which happens however this process ends, then ends the processes and removes the namespaces and the bridge.
 */
function watchOver(bridge: string, namespaces: readonly string[]): void {
  const script = `cat; for name in "$@"; do ip netns pids "$name" | xargs -r kill -KILL; ip netns delete "$name"; done; ip link delete ${bridge}`
  const guard = spawn('sh', ['-c', script, 'sh', ...namespaces], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  guard.unref()
  // In Node this is a socket, which would otherwise keep the process waiting.
  ;(guard.stdin as Socket).unref()
}

/** The programs of the Debian packages, and those that make machines. */
const programs = {
  '/usr/bin/patroni': 'patroni and python3-etcd',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/bin/setpriv': 'util-linux',
}

/** Returns why there can be no cluster on this machine, or null. */
export async function explainNoCluster(): Promise<string | null> {
  if (process.platform !== 'linux') return 'it makes network namespaces, which needs Linux'
  if (process.getuid?.() !== 0) return 'it makes network namespaces, which needs root'
  for (const [program, packages] of Object.entries(programs)) {
    const missing = await access(program).then(
      () => false,
      () => true,
    )
    if (missing) return `it needs ${program} of Debian 12 (apt install ${packages})`
  }
  try {
    await (await createNetwork(1)).remove()
    return null
  } catch (error) {
    return `it makes network namespaces (iproute2), which this system does not allow: ${(error as Error).message.trim()}`
  }
}

/** A folder of a machine for one of its programs. */
export async function makeFolderFor(user: string, ...parts: string[]): Promise<string> {
  const folder = path.join(...parts)
  await run('install', ['-d', '-m', '700', '-o', user, '-g', user, folder])
  return folder
}
