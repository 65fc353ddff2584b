import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start.ts'

const run = promisify(execFile)

/** A port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/**
 * An embedded PostgreSQL in `root` and streaming replicas of it, as an operator would set them up: a copy of
 * the cluster and the connection to the primary.
 */
export async function startWithStandbys(root: string, count: number) {
  const start = () => startEmbeddedPostgres({ dataDirectory: path.join(root, 'data'), log: () => {} })
  await (await start()).stop()
  const from = path.join(root, 'data/postgres')
  const folders = Array.from({ length: count }, (_, index) => path.join(root, `replica${index}`))
  for (const folder of folders) await run('cp', ['-a', from, folder])
  const primary = await start()
  const standbys = []
  for (const folder of folders) standbys.push(await startStandby(new URL(primary.url), from, folder))
  return {
    primary,
    standbys,
    async stop() {
      for (const standby of standbys) await standby.stop()
      await primary.stop()
    },
  }
}

async function startStandby(url: URL, from: string, folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const line = await readFile(path.join(from, 'postmaster.opts'), 'utf8')
  const program = line.slice(0, line.indexOf(' "'))
  const settings = [...line.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text)
  const port = await freePort()
  const args = settings.map((text, place) => ({ '-D': folder, '-p': String(port) })[settings[place - 1] ?? ''] ?? text)
  await writeFile(path.join(folder, 'standby.signal'), '')
  const source = `host=127.0.0.1 port=${url.port} user=${url.username} password=${url.password}`
  await appendFile(path.join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  const { uid, gid } = await stat(from)
  const standby = spawn(program, args, {
    ...(process.getuid?.() === 0 && { uid, gid }),
    cwd: folder,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    stdio: 'ignore',
  })
  await once(standby, 'spawn')
  return {
    url: Object.assign(new URL(url), { port: String(port) }).href,
    async stop() {
      standby.kill('SIGINT')
      if (standby.exitCode === null) await once(standby, 'exit')
    },
  }
}
