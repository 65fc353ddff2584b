import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * A bare Fastify server that sends these bytes, in a process of its own; with `refusesFor`, a bare Node server that
 * refuses every request with them and says to come again in so many seconds.
 */
export async function startBareRoute(bytes: string, refusesFor?: number): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'openhour-bare-'))
  const file = path.join(folder, 'answer.json')
  await writeFile(file, bytes)
  const child = fork(path.join(import.meta.dirname, 'server.child.ts'), [file, ...(refusesFor === undefined ? [] : [String(refusesFor)])], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [said] = (await once(child.stdout!, 'data')) as [Buffer]
  return {
    url: said.toString().trim(),
    async stop() {
      child.kill()
      await once(child, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}
