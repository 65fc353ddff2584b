import path from 'node:path'
import { measureCluster } from './platform/backup/cluster-queries.ts'
import { removeOld } from './platform/backup/kept.ts'
import { makeBackup } from './platform/backup/make.ts'
import { settingsForOperators, sayWhy } from './operating.ts'
import { attachToEmbeddedPostgres } from './platform/embedded-postgres/attach.ts'
import { version } from './features/site/version.ts'

// `npm run backup`, and what the running product starts by itself: one backup of the embedded database, verified, and the old ones removed.

const settings = settingsForOperators('Back it up with its own tools')
const say = (line: string) => void process.stdout.write(`${line}\n`)

async function backUp(): Promise<void> {
  const start = performance.now()
  const folder = path.resolve(settings.backups.folder)
  const now = () => new Date()
  const { url, leave } = await attachToEmbeddedPostgres(path.resolve(settings.dataDirectory), say)
  try {
    const cluster = await measureCluster(url)
    const made = await makeBackup({ url, folder, now, version, ...cluster })
    await removeOld(folder, { newest: settings.backups.newest, now: now() })
    say(`Made and verified the backup ${made.folder} in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
  } finally {
    await leave()
  }
}

// Told to stop, it leaves an unfinished backup, which the next one removes.
process.on('SIGTERM', () => process.exit(1))
await backUp().catch(sayWhy)
