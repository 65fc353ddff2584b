import { execFile } from 'node:child_process'
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { root } from '../run-command.mjs'
import { fetchNode } from './node-binary.mjs'

const run = promisify(execFile)
const deploy = path.join(root, 'deploy')

/** @typedef {{ folder: string, archive: string, name: string, version: string, date: number }} Building */

/**
 * Builds the Debian package from the archive: its content in /usr/lib/openhour with Node, a systemd unit and
 * settings in /etc/openhour.
 * @param {Building} building
 */
export async function buildDebianPackage({ folder, archive, name, version, date }) {
  const stage = await mkdtemp(path.join(tmpdir(), 'openhour-deb-'))
  try {
    // The folder of a package is readable for all.
    await chmod(stage, 0o755)
    const lib = path.join(stage, 'usr', 'lib')
    await mkdir(lib, { recursive: true })
    await run('tar', ['-xzf', archive, '-C', lib, '--no-same-owner'])
    await run('mv', [path.join(lib, name), path.join(lib, 'openhour')])
    await fetchNode(path.join(lib, 'openhour', 'runtime'))
    await mkdir(path.join(stage, 'usr', 'bin'), { recursive: true })
    await symlink('../lib/openhour/bin/openhour', path.join(stage, 'usr', 'bin', 'openhour'))
    await place(stage, 'lib/systemd/system/openhour.service', path.join(deploy, 'systemd', 'openhour.service'))
    await place(stage, 'etc/openhour/openhour.env', path.join(deploy, 'openhour.env'))
    await place(stage, 'usr/share/doc/openhour/copyright', path.join(root, 'LICENSE'))
    const changelog = path.join(stage, 'usr', 'share', 'doc', 'openhour', 'changelog.gz')
    await writeFile(changelog, gzipSync(await readFile(path.join(root, 'CHANGELOG.md')), { level: 9 }))
    const control = path.join(stage, 'DEBIAN')
    await cp(path.join(deploy, 'debian'), control, { recursive: true })
    for (const file of await readdir(control)) await chmod(path.join(control, file), /^(pre|post)/.test(file) ? 0o755 : 0o644)
    const template = await readFile(path.join(control, 'control'), 'utf8')
    const size = (await run('du', ['-sk', '--apparent-size', path.join(stage, 'usr')])).stdout.split('\t')[0]
    await writeFile(path.join(control, 'control'), template.replace('VERSION', version.replace('-', '~')).replace('SIZE', String(size)))
    const file = path.join(folder, `openhour_${version.replace('-', '~')}_${architecture()}.deb`)
    await run('find', [stage, '-exec', 'touch', '-h', '-d', `@${date}`, '{}', '+'])
    await run('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', stage, file], { env: { ...process.env, SOURCE_DATE_EPOCH: String(date) } })
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/** Debian's names. */
const architecture = () => ({ x64: 'amd64', arm64: 'arm64' })[process.arch] ?? process.arch

/** @param {string} stage
 * @param {string} to
 * @param {string} from */
async function place(stage, to, from) {
  const file = path.join(stage, to)
  await mkdir(path.dirname(file), { recursive: true })
  await copyFile(from, file)
  await chmod(file, 0o644)
}
