import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { logIn } from '../../e2e/support/people.ts'
import { defineDrill } from '../drill-support/drill.ts'

const run = promisify(execFile)
const built = path.join(import.meta.dirname, '../../dist/release')
const port = 18_431
const url = `http://127.0.0.1:${port}`

/** Exit codes of `openhour` (server/cli/exit-codes.ts). */
const [done, rolledBack, notRunning] = [0, 4, 3]

/** An installation in a folder, as docs/operations.md describes it. */
interface Installed {
  folder: string
  /** Answers the exit code. */
  openhour(...args: string[]): Promise<number>
}

/**
 * `npm run release`, then `npm run drill -- packages`: installs the archive, starts it, upgrades it
 * to a newer release and to one that does not start, which must be rolled back, and stops it.
 */
export const drill = defineDrill({
  promise: 'A release installs from its archive and upgrades; an upgrade that fails leaves the old version and all data.',
  options: {},
  short: {},
  controls: {},
  async unable() {
    const names = await readdir(built).catch(() => [])
    return names.some(isArchive) ? null : 'there is no archive in dist/release: npm run release'
  },
  async run() {
    const folder = await mkdtemp(path.join(tmpdir(), 'openhour-packages-'))
    await chmod(folder, 0o755)
    const targets: { what: string; value: number; atMost: number; unit: string }[] = []
    const expectSame = (what: string, found: unknown, wanted: unknown) => {
      const same = JSON.stringify(found) === JSON.stringify(wanted)
      if (!same) console.log(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`)
      targets.push({ what: `differences: ${what}`, value: same ? 0 : 1, atMost: 0, unit: '' })
    }
    const site = await install(folder)
    try {
      expectSame('status before the start', await site.openhour('status'), notRunning)
      expectSame('start', await site.openhour('start', '--background'), done)
      expectSame('check', await site.openhour('check'), done)
      const before = await countUsers()
      const { version } = await readRelease(site)
      const [next, broken] = [`${version}1`, `${version}2`]
      expectSame('upgrade', await site.openhour('upgrade', await repack(site, folder, version, next)), done)
      expectSame('version after the upgrade', (await readRelease(site)).version, next)
      expectSame('people after the upgrade', await countUsers(), before)
      expectSame(
        'upgrade to a broken release',
        await site.openhour('upgrade', await repack(site, folder, next, broken, 'broken')),
        rolledBack,
      )
      expectSame('version after the rollback', (await readRelease(site)).version, next)
      expectSame('status after the rollback', await site.openhour('status'), done)
      expectSame('people after the rollback', await countUsers(), before)
      expectSame('stop', await site.openhour('stop'), done)
      expectSame('status after the stop', await site.openhour('status'), notRunning)
    } finally {
      await site.openhour('stop')
      await rm(folder, { recursive: true, force: true })
    }
    const failed = targets.filter(({ value }) => value > 0).length
    return { figures: {}, targets, main: `${targets.length - failed} of ${targets.length} steps as expected` }
  },
})

const isArchive = (name: string) => /^openhour-[\w.]+-\w+-\w+\.tar\.gz$/.test(name)

async function install(folder: string): Promise<Installed> {
  const releases = path.join(folder, 'releases')
  await mkdir(releases)
  const archive = (await readdir(built)).find(isArchive) ?? ''
  await run('tar', ['-xzf', path.join(built, archive), '-C', releases])
  const current = path.join(folder, 'current')
  await symlink(path.join('releases', archive.replace('.tar.gz', '')), current)
  const { DATABASE_URL: _, ...env } = process.env
  const settings = { OPENHOUR_DATA: path.join(folder, 'data'), PORT: String(port), OPENHOUR_BACKUP_INTERVAL_MINUTES: '0' }
  return {
    folder,
    openhour: async (...args) => {
      console.log(`openhour ${args.join(' ')}`)
      try {
        const { stdout } = await run(path.join(current, 'bin', 'openhour'), args, { env: { ...env, ...settings }, cwd: '/' })
        console.log(stdout.trim())
        return 0
      } catch (error) {
        const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
        console.log(`${stdout}${stderr}`.trim())
        return code
      }
    },
  }
}

async function readRelease({ folder }: Installed): Promise<{ version: string }> {
  const release = path.join(folder, await readlink(path.join(folder, 'current')))
  return JSON.parse(await readFile(path.join(release, 'package.json'), 'utf8')) as { version: string }
}

/** The people of the demo, as an administrator sees them. */
async function countUsers(): Promise<number> {
  const { token } = await logIn(url, 'administrator')
  const answer = await fetch(`${url}/api/users`, { headers: { authorization: `Bearer ${token}` } })
  const { meta } = (await answer.json()) as { meta: { total: number } }
  return meta.total
}

/** Makes a release of the installed one: a newer version with a migration; a broken one does not start after it. */
async function repack({ folder }: Installed, out: string, from: string, version: string, broken?: 'broken'): Promise<string> {
  const old = path.join(folder, await readlink(path.join(folder, 'current')))
  const name = path.basename(old).replace(from, version)
  const release = path.join(out, 'next', name)
  await cp(old, release, { recursive: true, verbatimSymlinks: true })
  const about = JSON.parse(await readFile(path.join(release, 'package.json'), 'utf8')) as object
  await writeFile(path.join(release, 'package.json'), JSON.stringify({ ...about, version }))
  const programs = path.join(release, 'dist', 'server')
  for (const program of (await readdir(programs)).filter(file => file.endsWith('.js'))) {
    const file = path.join(programs, program)
    const text = (await readFile(file, 'utf8')).replaceAll(`"${from}"`, `"${version}"`)
    await writeFile(file, broken && program === 'main.js' ? 'process.exit(1)' : text)
  }
  await writeFile(
    path.join(release, 'dist', 'server', 'migrations', `${broken ? 9002 : 9001}-drill.sql`),
    `CREATE TABLE drill_${broken ?? 'next'} (id int PRIMARY KEY);\n`,
  )
  const archive = path.join(out, `${name}.tar.gz`)
  await run('tar', ['-czf', archive, '-C', path.join(out, 'next'), name])
  await rm(path.join(out, 'next'), { recursive: true })
  const hash = createHash('sha256')
    .update(await readFile(archive))
    .digest('hex')
  await writeFile(path.join(out, 'SHA256SUMS'), `${hash}  ${name}.tar.gz\n`)
  return archive
}
