import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { bookSeat, readAppointment, readCommands, released, type Trial, untilReady, versionIn } from './form.ts'
import type { Machine } from './machine.ts'
import { changeRelease, changes } from './next-release.ts'

const run = promisify(execFile)
export const nameOf = (version: string) => `openhour-${version}-${process.platform}-${process.arch}`
/** Exit code of `openhour upgrade` (server/cli/exit-codes.ts). */
export const rolledBack = 4

/** The archive, as docs/operations/install-archive.md says, with upgrades by `openhour upgrade`. */
export async function tryArchive(machine: Machine, { folder, version, next, broken, expectSame }: Trial): Promise<void> {
  const home = path.join(machine.root, 'root')
  await copyArchive(home, version)
  expectSame('archive: installation', (await machine.run(await readCommands('install-archive.md'))).code, 0)
  expectSame('archive: start', versionIn((await machine.run(untilReady)).output), version)
  expectSame('archive: check', (await machine.run('openhour check')).code, 0)
  const booked = await bookSeat()
  await makeNextArchives(home, folder, { version, next, broken })
  expectSame('archive: upgrade', (await machine.run(`openhour upgrade ${nameOf(next)}.tar.gz`)).code, 0)
  expectSame('archive: version after the upgrade', versionIn((await machine.run('openhour status')).output), next)
  expectSame('archive: booking after the upgrade', await readAppointment(booked), 200)
  expectSame('archive: upgrade to a broken release', (await machine.run(`openhour upgrade ${nameOf(broken)}.tar.gz`)).code, rolledBack)
  expectSame('archive: version after the rollback', versionIn((await machine.run('openhour status')).output), next)
  expectSame('archive: booking after the rollback', await readAppointment(booked), 200)
  expectSame('archive: removal', (await machine.run('systemctl disable --now openhour')).code, 0)
  expectSame('archive: status after the removal', (await machine.run('openhour status')).code, 3)
}

/** The archive of the release and its checksum. */
export async function copyArchive(home: string, version: string): Promise<void> {
  for (const file of [`${nameOf(version)}.tar.gz`, 'SHA256SUMS']) await copyFile(path.join(released, file), path.join(home, file))
}

/** Unpacks the release as docs/operations/install-archive.md says, into a folder of its own; its archive stays in `home`. */
export async function installRelease(folder: string, home: string, version: string): Promise<void> {
  await copyArchive(home, version)
  const releases = path.join(folder, 'releases')
  await mkdir(releases)
  await run('tar', ['-xzf', path.join(home, `${nameOf(version)}.tar.gz`), '-C', releases])
  await symlink(path.join('releases', nameOf(version)), path.join(folder, 'current'))
}

/** Archives of newer releases next to the one in the folder, with their checksums. */
export async function makeNextArchives(home: string, folder: string, versions: Parameters<typeof changes>[0]): Promise<void> {
  await run('tar', ['-xzf', path.join(home, `${nameOf(versions.version)}.tar.gz`), '-C', folder])
  let sums = ''
  for (const change of changes(versions)) {
    const name = nameOf(change.version)
    await rename(path.join(folder, nameOf(change.from)), path.join(folder, name))
    await changeRelease(path.join(folder, name), change)
    const archive = path.join(home, `${name}.tar.gz`)
    await run('tar', ['-cf', archive, '-I', 'gzip -1', '-C', folder, name])
    const hash = createHash('sha256').update(await readFile(archive))
    sums += `${hash.digest('hex')}  ${name}.tar.gz\n`
  }
  await writeFile(path.join(home, 'SHA256SUMS'), sums)
}
