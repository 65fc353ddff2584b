import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { parseEnv } from 'node:util'
import pg from 'pg'
import { findFreePort } from '../../../e2e/support/start-product.ts'
import { createNetwork, makeFolderFor, startHere, type Machine, type Network } from './machines.ts'

/** Three machines with etcd, Patroni and PostgreSQL, and HAProxy on this one. */
export interface Cluster {
  /** A new database of Openhour, by way of HAProxy. */
  databaseUrl: string
  /** The database `postgres` as a superuser, by way of HAProxy. */
  adminUrl: string
  machines: readonly Machine[]
  /** Waits until there is one primary with its synchronous standby and all members follow; returns the primary. */
  waitUntilHealthy(): Promise<Machine>
  /** Changes the primary as deploy/patroni/README.md says. Returns when commits wait for a standby again. */
  switchOver(): Promise<void>
  /** Starts the processes of a machine again after `kill`. */
  start(machine: Machine): Promise<void>
  stopEtcd(): Promise<void>
  startEtcd(): Promise<void>
  /** Versions of the programs, by name. */
  versions: Record<string, string>
  remove(): Promise<void>
}

/** The configuration that is shipped, which is what is tested. */
const shipped = path.join(import.meta.dirname, '../../../deploy/patroni')
/** How long the members may take until all follow, in ms. A machine whose data diverged copies the whole database. */
const healthyWithinMs = 180_000
/** How long the members may take to notice a changed setting, in ms: `loop_wait` and a little. */
const settingsReadWithinMs = 7000

/** Fills in `${NAME}` as envsubst does. Throws for a name without a value. */
const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (!value) throw new Error(`deploy/patroni: ${name} has no value`)
    return value
  })

const readShipped = (file: string): Promise<string> => readFile(path.join(shipped, file), 'utf8')

/** `asynchronous`: commits are acknowledged before a standby has them, for the control. */
export async function startCluster({ asynchronous }: { asynchronous: boolean }): Promise<Cluster> {
  const network = await createNetwork(3)
  const folder = await mkdtemp(path.join(tmpdir(), 'openhour-patroni-'))
  const remove = async () => {
    await network.remove()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await chmod(folder, 0o711)
    return { ...(await startIn(folder, network, asynchronous)), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function startIn(folder: string, network: Network, asynchronous: boolean): Promise<Omit<Cluster, 'remove'>> {
  const { machines } = network
  const secret = () => randomBytes(24).toString('hex')
  const port = await findFreePort()
  const values: Record<string, string> = {
    ...(parseEnv(await readShipped('cluster.env')) as Record<string, string>),
    ...Object.fromEntries(machines.map(({ address }, n) => [`NODE_${n + 1}`, address])),
    NETWORK: network.range,
    HAPROXY_PORT: String(port),
    POSTGRES_PASSWORD: secret(),
    REPLICATION_PASSWORD: secret(),
    REWIND_PASSWORD: secret(),
    RESTAPI_PASSWORD: secret(),
  }
  const [patroniFile, etcdFile, haproxyFile] = await Promise.all(['patroni.yml', 'etcd.env', 'haproxy.cfg'].map(readShipped))
  const patroni = asynchronous ? patroniFile!.replace(/(synchronous_mode(_strict)?): true/g, '$1: false') : patroniFile!
  const postgresPassword = values.POSTGRES_PASSWORD!
  const etcds = new Map<Machine, { stop(): Promise<void> }>()

  const startEtcd = async (machine: Machine) => {
    const data = await makeFolderFor('etcd', folder, `${machine.name}-etcd`)
    const own = { ...values, NODE_NAME: machine.name, NODE_ADDRESS: machine.address, ETCD_DIRECTORY: data }
    const child = await machine.start({
      user: 'etcd',
      args: ['/usr/bin/etcd'],
      env: parseEnv(fillIn(etcdFile!, own)) as Record<string, string>,
      logFile: path.join(folder, `${machine.name}-etcd.log`),
    })
    etcds.set(machine, {
      async stop() {
        const ended = once(child, 'exit')
        child.kill('SIGKILL')
        if (child.exitCode === null && child.signalCode === null) await ended
      },
    })
  }
  const startPatroni = async (machine: Machine) => {
    const home = await makeFolderFor('postgres', folder, machine.name)
    const own = {
      ...values,
      NODE_NAME: machine.name,
      NODE_ADDRESS: machine.address,
      DATA_DIRECTORY: path.join(home, 'data'),
      SOCKET_DIRECTORY: home,
    }
    const file = path.join(home, 'patroni.yml')
    await writeFile(file, fillIn(patroni, own))
    await promisify(execFile)('chown', ['postgres:postgres', file])
    await chmod(file, 0o600)
    await machine.start({
      user: 'postgres',
      args: ['/usr/bin/patroni', file],
      env: { HOME: home },
      logFile: path.join(folder, `${machine.name}-patroni.log`),
    })
  }
  const start = async (machine: Machine) => {
    await startEtcd(machine)
    await startPatroni(machine)
  }

  await Promise.all(machines.map(start))
  const configuration = path.join(folder, 'haproxy.cfg')
  await writeFile(configuration, fillIn(haproxyFile!, values))
  await startHere({ user: 'haproxy', args: ['/usr/sbin/haproxy', '-db', '-f', configuration], logFile: path.join(folder, 'haproxy.log') })

  const adminUrl = `postgres://postgres:${postgresPassword}@127.0.0.1:${port}/postgres`
  const waitUntilHealthy = () => waitForMembers(machines, asynchronous)
  const patronictl = (...args: string[]) =>
    promisify(execFile)('/usr/bin/patronictl', ['-c', path.join(folder, machines[0]!.name, 'patroni.yml'), ...args])
  const setStrict = (strict: boolean) => patronictl('edit-config', '--force', '--set', `synchronous_mode_strict=${String(strict)}`)
  await waitUntilHealthy()
  const openhourPassword = secret()
  await withClient(adminUrl, async client => {
    await client.query(`CREATE ROLE openhour LOGIN PASSWORD '${openhourPassword}'`)
    await client.query('CREATE DATABASE openhour OWNER openhour')
    // The drill fills in people and times behind the triggers' back.
    await client.query('GRANT SET ON PARAMETER session_replication_role TO openhour')
  })
  return {
    databaseUrl: `postgres://openhour:${openhourPassword}@127.0.0.1:${port}/openhour`,
    adminUrl,
    machines,
    waitUntilHealthy,
    async switchOver() {
      await setStrict(false)
      await pause(settingsReadWithinMs)
      await patronictl('switchover', '--force')
      await waitUntilHealthy()
      await setStrict(true)
    },
    start,
    stopEtcd: async () => void (await Promise.all([...etcds.values()].map(({ stop }) => stop()))),
    startEtcd: async () => void (await Promise.all(machines.map(startEtcd))),
    versions: await readVersions(),
  }
}

interface Member {
  name: string
  role: string
  state: string
  timeline?: number
  lag?: number | string
}

/** A standby that is further behind has not caught up yet, in bytes. */
const caughtUpWithin = 1_000_000

/** As Patroni tells, asked of any machine that answers. */
async function waitForMembers(machines: readonly Machine[], asynchronous: boolean): Promise<Machine> {
  let members: Member[] = []
  for (const latest = performance.now() + healthyWithinMs; performance.now() < latest; await pause(200)) {
    const all = await Promise.all(machines.map(readMembers))
    members = all.find(list => list.length > 0) ?? []
    const leader = members.find(({ role, state }) => role === 'leader' && state === 'running')
    const standbys = members.filter(
      ({ role, state, lag, timeline }) =>
        role !== 'leader' && ['running', 'streaming'].includes(state) && Number(lag) < caughtUpWithin && timeline === leader?.timeline,
    )
    const isSynchronous = asynchronous || members.some(({ role }) => role === 'sync_standby')
    if (leader && standbys.length === machines.length - 1 && isSynchronous && all.every(list => list.length === machines.length)) {
      return machines.find(({ name }) => name === leader.name)!
    }
  }
  throw new Error(`the cluster did not become healthy: ${JSON.stringify(members)}`)
}

async function readMembers({ address }: Machine): Promise<Member[]> {
  const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
  return ((await response?.json().catch(() => undefined)) as { members?: Member[] } | undefined)?.members ?? []
}

/** Runs the work on a connection of its own. */
export async function withClient<Result>(connectionString: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function readVersions(): Promise<Record<string, string>> {
  const programs = {
    patroni: ['/usr/bin/patroni', '--version'],
    etcd: ['/usr/bin/etcd', '--version'],
    haproxy: ['/usr/sbin/haproxy', '-v'],
    postgresql: ['/usr/lib/postgresql/15/bin/postgres', '--version'],
  }
  const versions = Object.entries(programs).map(async ([name, [program, flag]]) => {
    const { stdout } = await promisify(execFile)(program!, [flag!])
    return [name, /\d+\.\d+(\.\d+)?/.exec(stdout)?.[0] ?? stdout.trim()]
  })
  return Object.fromEntries(await Promise.all(versions)) as Record<string, string>
}
