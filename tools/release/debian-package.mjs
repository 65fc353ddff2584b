import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { root } from '../run-command.mjs'

const run = promisify(execFile)
const deploy = path.join(root, 'deploy')

/**
 * @typedef {object} Building
 * @property {string} folder Where packages go.
 * @property {string} archive The release's archive, which contains Node.
 * @property {string} name The folder in the archive.
 * @property {string} version
 * @property {number} date Seconds since 1970 of every file.
 */

/** Debian's names for Node's architectures. */
const architecture = () => ({ x64: 'amd64', arm64: 'arm64' })[process.arch] ?? process.arch

/**
 * Builds the Debian package from the archive: its content in /usr/lib/openhour, a systemd unit, and settings in
 * /etc/openhour.
 * @param {Building} building
 */
export async function buildDebianPackage({ folder, archive, name, version, date }) {
  // A pre-release comes before its release.
  const debianVersion = version.replace('-', '~')
  const stage = await mkdtemp(path.join(tmpdir(), 'openhour-deb-'))
  try {
    await fillStage(stage, archive, name)
    await describePackage(stage, debianVersion)
    await run('find', [stage, '-type', 'd', '-exec', 'chmod', '755', '{}', '+'])
    await run('find', [stage, '-exec', 'touch', '--no-dereference', '--date', `@${date}`, '{}', '+'])
    const file = path.join(folder, `openhour_${debianVersion}_${architecture()}.deb`)
    await run('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', stage, file], {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(date) },
    })
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/**
 * Puts the files of the package in place.
 * @param {string} stage
 * @param {string} archive
 * @param {string} name
 */
async function fillStage(stage, archive, name) {
  const inStage = (/** @type {string[]} */ ...parts) => path.join(stage, ...parts)
  await mkdir(inStage('usr', 'lib'), { recursive: true })
  await run('tar', ['-xpzf', archive, '-C', inStage('usr', 'lib'), '--no-same-owner'])
  await rename(inStage('usr', 'lib', name), inStage('usr', 'lib', 'openhour'))
  await mkdir(inStage('usr', 'bin'), { recursive: true })
  await symlink('../lib/openhour/bin/openhour', inStage('usr', 'bin', 'openhour'))
  for (const [from, to] of [
    [path.join(deploy, 'systemd', 'openhour.service'), 'lib/systemd/system/openhour.service'],
    [path.join(deploy, 'openhour.env'), 'etc/openhour/openhour.env'],
    [path.join(root, 'LICENSE'), 'usr/share/doc/openhour/copyright'],
  ]) {
    await mkdir(path.dirname(inStage(String(to))), { recursive: true })
    await copyFile(String(from), inStage(String(to)))
    await chmod(inStage(String(to)), 0o644)
  }
  const changelog = await readFile(path.join(root, 'CHANGELOG.md'))
  await writeFile(inStage('usr', 'share', 'doc', 'openhour', 'changelog.gz'), gzipSync(changelog, { level: 9 }), { mode: 0o644 })
}

/**
 * Writes the package's own files, with sizes and checksums of the others.
 * @param {string} stage
 * @param {string} version
 */
async function describePackage(stage, version) {
  const control = path.join(stage, 'DEBIAN')
  const { size, sums } = await measure(stage)
  await cp(path.join(deploy, 'debian'), control, { recursive: true })
  for (const file of await readdir(control)) await chmod(path.join(control, file), /^(pre|post)/.test(file) ? 0o755 : 0o644)
  const template = await readFile(path.join(control, 'control'), 'utf8')
  const filled = template.replace('VERSION', version).replace('ARCHITECTURE', architecture()).replace('SIZE', String(size))
  await writeFile(path.join(control, 'control'), filled)
  await writeFile(path.join(control, 'md5sums'), sums, { mode: 0o644 })
}

/**
 * The size in KiB, and checksums for `dpkg --verify`.
 * @param {string} stage
 */
async function measure(stage) {
  const lines = []
  let bytes = 0
  for (const entry of await readdir(stage, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const content = await readFile(file)
    const place = path.relative(stage, file)
    bytes += content.length
    // Settings are the operator's.
    if (!place.startsWith('etc/')) lines.push(`${createHash('md5').update(content).digest('hex')}  ${place}\n`)
  }
  return { size: Math.ceil(bytes / 1024), sums: lines.toSorted().join('') }
}
