import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './standby.ts'

// Debian's own packages, for `npm run check -- --only debian`: postgresql-15 and pgbouncer.

const run = promisify(execFile)
const programs = '/usr/lib/postgresql/15/bin'

/** The user that Debian's packages create, where the tests run as root, which PostgreSQL refuses. */
async function findAccount(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const ask = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await ask('-u'), gid: await ask('-g') }
}

async function makeFolder(name: string, { uid, gid }: Awaited<ReturnType<typeof findAccount>>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `openhour-${name}-`))
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  return folder
}

/** A started server, and how to stop it and remove its folder. */
interface Started {
  url: string
  stop(): Promise<void>
}

const user = 'openhour'
const password = 'openhour'

/**
 * Starts a PostgreSQL 15 as Debian's `pg_createcluster` makes it, with JIT and a local time zone, in a folder
 * of its own. Only what makes a test slow is set: it does not wait for the disk.
 */
export async function startDebianPostgres(): Promise<Started> {
  const account = await findAccount()
  const folder = await makeFolder('debian', account)
  const data = path.join(folder, 'data')
  const as = { ...account, cwd: folder, env: { LC_ALL: 'C.UTF-8' } }
  const passwordFile = path.join(folder, 'password')
  await writeFile(passwordFile, password)
  await chmod(passwordFile, 0o644)
  const port = await freePort()
  const locale = ['--encoding', 'UTF8', '--locale', 'C.UTF-8']
  await run(
    path.join(programs, 'initdb'),
    ['-D', data, '-U', user, '--pwfile', passwordFile, '--auth', 'scram-sha-256', ...locale, '--no-sync'],
    as,
  )
  const settings = ['timezone=Europe/London', 'jit=on', 'fsync=off', 'full_page_writes=off', `unix_socket_directories=${folder}`]
  const server = spawn(path.join(programs, 'postgres'), ['-D', data, '-p', String(port), ...settings.flatMap(setting => ['-c', setting])], {
    ...as,
    stdio: 'ignore',
  })
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/postgres`
  await waitFor(url)
  return { url, stop: () => end(server, 'SIGINT', folder) }
}

/**
 * Starts PgBouncer in front of a database, as Debian installs it apart from `settings`, the address and the
 * users.
 */
export async function startPgBouncer(database: string, settings: Readonly<Record<string, string | number>> = {}): Promise<Started> {
  const account = await findAccount()
  const folder = await makeFolder('pgbouncer', account)
  const port = await freePort()
  const { hostname, port: target } = new URL(database)
  const all = {
    auth_type: 'scram-sha-256',
    auth_file: path.join(folder, 'userlist.txt'),
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  await writeFile(path.join(folder, 'userlist.txt'), `"${user}" "${password}"\n`)
  await writeFile(
    path.join(folder, 'pgbouncer.ini'),
    ['[databases]', `* = host=${hostname} port=${target}`, '[pgbouncer]', ...lines, ''].join('\n'),
  )
  const pooler = spawn('/usr/sbin/pgbouncer', ['-q', path.join(folder, 'pgbouncer.ini')], { ...account, cwd: folder, stdio: 'ignore' })
  const url = Object.assign(new URL(database), { port: String(port) }).href
  await waitFor(url)
  return { url, stop: () => end(pooler, 'SIGTERM', folder) }
}

async function waitFor(url: string): Promise<void> {
  const latest = performance.now() + 20_000
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.query('SELECT')
      return
    } catch (error) {
      if (performance.now() > latest) throw error
      await new Promise(resolve => setTimeout(resolve, 50))
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

async function end(child: ReturnType<typeof spawn>, signal: NodeJS.Signals, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal)
    await once(child, 'exit')
  }
  await rm(folder, { recursive: true })
}
