import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, readlink, realpath, rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Settings } from '../platform/config.ts'
import { type ClusterCopy, clusterCopy } from '../platform/embedded-postgres/cluster-copy.ts'
import { isAlive } from '../platform/embedded-postgres/processes.ts'
import { listServers } from '../platform/running-servers.ts'
import { exitCodes } from './exit-codes.ts'
import { holdSignals } from './hold-signals.ts'
import { verifyArchive } from './verify-archive.ts'

interface Upgrade {
  archive: string
  /** Allowed signers, as ssh-keygen reads them. */
  signers: string | undefined
  /** For the operator's own PostgreSQL: they can restore it. */
  backupMade: boolean
  settings: Settings
  say: (line: string) => void
  /** The folder of the running release. */
  root: string
}

/** A release on this machine. */
interface Release {
  folder: string
  version: string
}

/** How servers were running before. `service`: the systemd unit that keeps the server. */
interface Running {
  any: boolean
  service: string | undefined
}

/**
 * Replaces the running release by the one of an archive: checks, copies the embedded database, stops, copies what
 * changed meanwhile, migrates, tries the new server at a private address without sending messages while it verifies
 * the database, and starts it. If a step fails, it puts the copy back and starts the old release. The copy is
 * completed after stopping, so a rollback loses no booking. The operator's own PostgreSQL has no copy: there a rollback
 * fails once a migration was applied. From stopping on, a lost terminal ends nothing, and an interrupt rolls back.
 */
export async function upgrade(given: Upgrade): Promise<number> {
  const { say, settings, backupMade } = given
  const old = await readRelease(given.root)
  const link = await findCurrentLink(old)
  if (!isEmbedded(settings) && !backupMade)
    throw new Error('Openhour does not back up your own PostgreSQL. Back it up, and add --backup-made.')
  await verifyArchive(given)
  const next = await unpack(given, old)
  const steps = new Steps(given, old, next, link)
  try {
    await steps.prepare()
  } catch (error) {
    say(`Nothing was changed. ${(error as Error).message}`)
    await rm(next.folder, { recursive: true })
    return exitCodes.failed
  }
  const release = holdSignals(() => steps.interrupt())
  try {
    return await replaceOrRollBack(steps, given, old, next)
  } finally {
    release()
  }
}

async function replaceOrRollBack(steps: Steps, { say }: Upgrade, old: Release, next: Release): Promise<number> {
  try {
    await steps.replace()
    await steps.removeCopy()
    say(`Upgraded from ${old.version} to ${next.version}. ${old.folder} can be deleted when you no longer need it.`)
    if (!steps.isPartial) return exitCodes.done
    say('Not for all organisations (above). Those that are not migrated answer 503: repair them, and run openhour organisations migrate.')
    return exitCodes.partly
  } catch (error) {
    say(`The upgrade failed: ${(error as Error).message}`)
  }
  try {
    await steps.rollBack()
    say(`Rolled back: Openhour ${old.version} is in place, with all data.`)
    return exitCodes.rolledBack
  } catch (error) {
    say(`The rollback failed: ${(error as Error).message}`)
    say(await steps.describeBackup())
    return exitCodes.notRolledBack
  }
}

class Steps {
  readonly #given: Upgrade
  readonly #old: Release
  readonly #next: Release
  readonly #link: string
  readonly #copy: ClusterCopy
  #running: Running = { any: false, service: undefined }
  #migrating = false
  /** Whether signals are held. */
  #isHeld = false
  #isReplacing = false
  #interrupted = false
  /** Whether the new release cannot serve some of many organisations. */
  isPartial = false

  constructor(given: Upgrade, old: Release, next: Release, link: string) {
    this.#given = given
    this.#old = old
    this.#next = next
    this.#link = link
    this.#copy = clusterCopy(path.resolve(given.settings.dataDirectory))
  }

  /** What can fail without harm. */
  async prepare(): Promise<void> {
    if (isEmbedded(this.#given.settings)) await this.#copy.refuseLeft()
    this.#running = await findRunning(this.#given.settings)
    await this.#run(this.#next, ['check'])
    await this.#runForMost(this.#old, 'verify')
    if (!isEmbedded(this.#given.settings)) return
    await this.#copy.refuseWithoutRoom()
    this.#given.say(`Copying the database to ${(await this.#copy.locate()).copy}`)
    await this.#copy.prepare()
  }

  async replace(): Promise<void> {
    this.#isHeld = this.#isReplacing = true
    await this.#stop()
    if (isEmbedded(this.#given.settings)) await this.#copy.make()
    this.#migrating = true
    await this.#runForMost(this.#next, 'migrate')
    await this.#tryOut()
    // From here on clients write to the new release.
    this.#isReplacing = false
    await pointTo(this.#link, this.#next.folder)
    await this.#start(this.#next)
  }

  /** Ends the replacement before its next step; a rollback, and the start of the new release, go on. */
  interrupt(): void {
    this.#interrupted = true
    this.#given.say(
      this.#isReplacing ? 'Interrupted: rolling back as soon as this step ends.' : 'This step must end by itself; please wait.',
    )
  }

  async rollBack(): Promise<void> {
    this.#isReplacing = false
    const { settings } = this.#given
    await this.#stop()
    await pointTo(this.#link, this.#old.folder)
    if (this.#migrating && !isEmbedded(settings)) {
      // Migrations that were applied stay: the old release refuses such a database, and the rollback fails.
      await this.#run(this.#old, this.#onDatabases('migrate'))
    } else if (this.#migrating) {
      await this.#copy.putBack()
    }
    await this.#runForMost(this.#old, 'verify')
    await this.#start(this.#old)
  }

  /** Its only harm is the space that it takes. */
  async removeCopy(): Promise<void> {
    if (!isEmbedded(this.#given.settings)) return
    await this.#copy.remove().catch((error: Error) => this.#given.say(`The copy of the database was not deleted: ${error.message}`))
  }

  async describeBackup(): Promise<string> {
    const start = `start ${this.#old.folder}/bin/openhour.`
    if (!isEmbedded(this.#given.settings))
      return `Restore your own backup, and ${start} Without a restore, ${this.#next.folder}/bin/openhour can still be started, once what failed is repaired.`
    const { copy, cluster } = await this.#copy.locate()
    return `The database of before is in ${copy}, if that exists: stop Openhour, put it in the place of ${cluster}, and ${start}`
  }

  /** The new server at a private address, while the database is verified: no client finds it, and it sends no messages. */
  async #tryOut(): Promise<void> {
    const environment = { PORT: '0', HOST: '127.0.0.1', OPENHOUR_WORKER: 'off', OPENHOUR_DRAIN_SECONDS: '0' }
    await this.#run(this.#next, ['start', '--background'], environment)
    const servers = await listServers(this.#given.settings.dataDirectory)
    await this.#runForMost(this.#next, 'verify')
    await this.#run(this.#next, ['stop'])
    const found = servers.map(({ version }) => version)
    if (!found.includes(this.#next.version)) throw new Error(`The new server says it is ${found.join()}, not ${this.#next.version}.`)
  }

  async #stop(): Promise<void> {
    if (this.#running.service) await this.#show('systemctl', ['stop', this.#running.service])
    await this.#run(this.#old, ['stop'])
  }

  async #start(release: Release): Promise<void> {
    if (!this.#running.any) return
    if (!this.#running.service) return this.#run(release, ['start', '--background'])
    await this.#show('systemctl', ['start', this.#running.service])
    await this.#waitForService(release)
  }

  async #waitForService(release: Release): Promise<void> {
    for (let tries = 0; tries < 120; tries += 1) {
      const code = await this.#code(release, ['status'])
      if (code === exitCodes.done) return
      await new Promise(resolve => setTimeout(resolve, 1000))
    }
    throw new Error(`${this.#running.service} is not ready after two minutes.`)
  }

  #onDatabases(command: string): string[] {
    return this.#given.settings.directoryUrl ? ['organisations', command] : [command]
  }

  /**
   * What fails for some of many organisations, and not for all, does not keep the others from the new release, nor from
   * the old one in a rollback.
   */
  async #runForMost(release: Release, command: string): Promise<void> {
    const args = this.#onDatabases(command)
    const code = await this.#code(release, args)
    if (code === exitCodes.partly) this.isPartial ||= release === this.#next
    else if (code !== exitCodes.done) throw failure(release, args, code)
  }

  async #run(release: Release, args: string[], environment: Record<string, string> = {}): Promise<void> {
    const code = await this.#code(release, args, environment)
    if (code !== exitCodes.done) throw failure(release, args, code)
  }

  #code(release: Release, args: string[], environment: Record<string, string> = {}): Promise<number> {
    this.#given.say(`${release.version}: openhour ${args.join(' ')}`)
    return this.#spawn(path.join(release.folder, 'bin', 'openhour'), args, environment)
  }

  async #show(file: string, args: string[]): Promise<void> {
    this.#given.say(`${file} ${args.join(' ')}`)
    const code = await this.#spawn(file, args, {})
    if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}.`)
  }

  async #spawn(file: string, args: string[], environment: Record<string, string>): Promise<number> {
    if (this.#interrupted && this.#isReplacing) throw new Error('it was interrupted.')
    const child = spawn(file, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      // In a session of its own, neither Ctrl-C nor a lost terminal reaches it.
      detached: this.#isHeld,
      env: { ...process.env, ...environment },
    })
    child.stdout.on('data', (chunk: Buffer) => process.stdout.write(chunk))
    child.stderr.on('data', (chunk: Buffer) => process.stderr.write(chunk))
    const [code] = (await once(child, 'exit')) as [number | null]
    return code ?? 1
  }
}

const failure = ({ version }: Release, args: readonly string[], code: number) =>
  new Error(`openhour ${args.join(' ')} of ${version} ended with ${code}.`)

/** Whether the release runs the database itself, and backs it up. */
const isEmbedded = ({ databaseUrl, directoryUrl }: Settings): boolean => !databaseUrl && !directoryUrl

async function readRelease(folder: string): Promise<Release> {
  const { version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as { version: string }
  return { folder: await realpath(folder), version }
}

/** The symbolic link `current`, which names the release in use (docs/operations/install-archive.md). */
async function findCurrentLink({ folder }: Release): Promise<string> {
  const link = path.join(folder, '..', '..', 'current')
  const target = await readlink(link).catch(() => undefined)
  if (target === undefined || (await realpath(link)) !== folder)
    throw new Error(
      `${link} does not lead to this release, so this installation cannot be upgraded by openhour. A package of the system is upgraded by the system, a container by a newer image.`,
    )
  return link
}

/** Moves the link in one step. */
async function pointTo(link: string, folder: string): Promise<void> {
  const half = `${link}.new`
  await rm(half, { force: true })
  await symlink(path.relative(path.dirname(link), folder), half)
  await rename(half, link)
}

const unpacking = '.unpacking-'

/** Removes what killed upgrades have unpacked. */
async function removeLeftovers(releases: string): Promise<void> {
  for (const name of await readdir(releases)) {
    const pid = Number(/^(\d+)-/.exec(name.slice(unpacking.length))?.[1])
    if (name.startsWith(unpacking) && !(pid && isAlive(pid))) await rm(path.join(releases, name), { recursive: true, force: true })
  }
}

async function unpack({ archive }: Upgrade, old: Release): Promise<Release> {
  const releases = path.dirname(old.folder)
  await removeLeftovers(releases)
  const aside = await mkdtemp(path.join(releases, `${unpacking}${process.pid}-`))
  try {
    await promisify(execFile)('tar', ['-xzf', archive, '-C', aside, '--no-same-owner'])
    const [name, ...more] = await readdir(aside)
    if (name === undefined || more.length > 0) throw new Error(`${archive} is no release of Openhour.`)
    const next = await readRelease(path.join(aside, name))
    if (!isNewer(next.version, old.version)) throw new Error(`${archive} is version ${next.version}; version ${old.version} is running.`)
    const folder = path.join(releases, name)
    await rm(folder, { recursive: true, force: true })
    await rename(next.folder, folder)
    return { ...next, folder: await realpath(folder) }
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

/** By semantic versioning; a pre-release (1.0.0-rc.1) comes before its release. */
export function isNewer(version: string, than: string): boolean {
  const parse = (text: string) => {
    const [numbers = '', ...pre] = text.split('-')
    return { numbers: numbers.split('.').map(Number), pre: pre.join('-') }
  }
  const [one, other] = [parse(version), parse(than)]
  for (const index of [0, 1, 2]) {
    const difference = (one.numbers[index] ?? 0) - (other.numbers[index] ?? 0)
    if (difference !== 0) return difference > 0
  }
  if (one.pre === other.pre || one.pre === '') return one.pre !== other.pre
  return other.pre !== '' && one.pre.localeCompare(other.pre, 'en', { numeric: true }) > 0
}

async function findRunning({ dataDirectory }: Settings): Promise<Running> {
  const [server] = await listServers(dataDirectory)
  if (!server) return { any: false, service: undefined }
  const groups = await readFile(`/proc/${server.pid}/cgroup`, 'utf8').catch(() => '')
  return { any: true, service: /system\.slice\/(openhour[\w.@-]*\.service)/.exec(groups)?.[1] }
}
