import { execFile } from 'node:child_process'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { bookSeat, readAppointment, readCommands, released, type Trial, untilReady, versionIn } from './form.ts'
import type { Machine } from './machine.ts'
import { changeRelease, changes } from './next-release.ts'

const run = promisify(execFile)

/** The Debian package, as docs/operations/install-debian.md says. */
export async function tryDebianPackage(machine: Machine, { folder, version, next, broken, expectSame }: Trial): Promise<void> {
  const home = path.join(machine.root, 'root')
  const file = (await readdir(released)).find(name => name.endsWith('.deb')) ?? ''
  for (const name of [file, 'SHA256SUMS']) await copyFile(path.join(released, name), path.join(home, name))
  expectSame('package: installation', (await machine.run(await readCommands('install-debian.md'))).code, 0)
  expectSame('package: start', versionIn((await machine.run(untilReady)).output), version)
  expectSame('package: check', (await machine.run('openhour check')).code, 0)
  expectSame('package: documentation', (await machine.run('test -f /usr/lib/openhour/docs/operations.md')).code, 0)
  expectSame('package: its files', (await machine.run('dpkg --verify openhour | grep -v " c "')).code, 1)
  expectSame('package: the service may write to its backup directory', (await machine.run(writeBackupDirectory)).code, 0)
  const booked = await bookSeat()
  const fileOf = (other: string) => file.replace(version, other)
  await makeNext(home, folder, { file, version, next, broken })
  const refused = await machine.run(`${fillBackupDirectory}\napt install ./${fileOf(next)}`)
  expectSame('package: an upgrade without its backup is refused', refused.code, 100)
  expectSame('package: version after a refused upgrade', versionIn((await machine.run(untilReady)).output), version)
  expectSame('package: the backup directory is writable again', (await machine.run('umount /var/lib/openhour/backups')).code, 0)
  expectSame('package: upgrade', (await machine.run(`apt install ./${fileOf(next)}`)).code, 0)
  expectSame('package: version after the upgrade', versionIn((await machine.run('openhour status')).output), next)
  expectSame('package: booking after the upgrade', await readAppointment(booked), 200)
  const failed = await machine.run(`apt install ./${fileOf(broken)} 2>&1; openhour status`)
  expectSame('package: the installation says that a broken release does not start', failed.output.includes('is not ready'), true)
  expectSame('package: status of the broken release', failed.code, 3)
  // The last of the version that comes back: a page says NAME is it.
  const backups = (await machine.run('openhour restore --list')).output.match(new RegExp(`^20\\S+(?=.* ${next}$)`, 'gm'))
  const back = (await readCommands('install-debian.md', 1)).replace(file, fileOf(next)).replaceAll('NAME', String(backups?.at(-1)))
  expectSame('package: going back', (await machine.run(back)).code, 0)
  expectSame('package: version after going back', versionIn((await machine.run(untilReady)).output), next)
  expectSame('package: booking after going back', await readAppointment(booked), 200)
  expectSame('package: removal', (await machine.run('apt remove openhour; test ! -e /usr/bin/openhour; ! pgrep -u openhour')).code, 0)
  expectSame('package: kept by the removal', (await machine.run('ls /etc/openhour/openhour.env /var/lib/openhour/postgres')).code, 0)
  expectSame('package: purge', (await machine.run('apt purge openhour; test ! -e /etc/openhour; test ! -e /var/lib/openhour')).code, 0)
}

/** As the service sees the folders. */
const writeBackupDirectory = `install -d -o openhour -m 750 /var/backups/openhour
systemctl restart openhour
for i in $(seq 120); do openhour status && break; sleep 1; done
nsenter --target $(systemctl show --property MainPID --value openhour) --mount setpriv --reuid openhour --clear-groups touch /var/backups/openhour/file`

/** Too little room for a backup. */
const fillBackupDirectory = `install -d -o openhour -m 700 /var/lib/openhour/backups
mount -t tmpfs -o size=1m,mode=700 none /var/lib/openhour/backups
chown openhour /var/lib/openhour/backups`

/** Packages of newer releases in the folder. */
async function makeNext(
  home: string,
  folder: string,
  { file, ...versions }: Parameters<typeof changes>[0] & { file: string },
): Promise<void> {
  const stage = path.join(folder, 'stage')
  await run('dpkg-deb', ['--raw-extract', path.join(home, file), stage])
  for (const change of changes(versions)) {
    await changeRelease(path.join(stage, 'usr/lib/openhour'), change)
    const control = path.join(stage, 'DEBIAN/control')
    await writeFile(control, (await readFile(control, 'utf8')).replace(`Version: ${change.from}`, `Version: ${change.version}`))
    const built = path.join(home, file.replace(versions.version, change.version))
    await run('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', stage, built])
  }
}
