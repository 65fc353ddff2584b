import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { requireNode } from './node-version.mjs'

requireNode()
const { ensureInstalled } = await import('./install.mjs')
await ensureInstalled()
const { ensureBuilt } = await import('./ensure-built.mjs')
const { root, runCommand } = await import('./run-command.mjs')
const { sourceDate, writeArchive } = await import('./source-archive.mjs')
const { writeBillOfMaterials } = await import('./release/bill-of-materials.mjs')
const { buildDebianPackage } = await import('./release/debian-package.mjs')
const { listReleaseEntries } = await import('./release/entries.mjs')
const { buildImage } = await import('./release/image.mjs')
const { platform } = await import('./release/node-binary.mjs')
const { notesOf } = await import('./release/notes.mjs')

const run = promisify(execFile)
const folder = path.join(root, 'dist', 'release')

/** `npm run release`: writes dist/release. */
async function release() {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  const notes = notesOf(await readFile(path.join(root, 'CHANGELOG.md'), 'utf8'), version)
  if (!(await ensureBuilt())) throw new Error('the build failed')
  const date = await sourceDate()
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const name = `openhour-${version}-${platform}`
  const archive = path.join(folder, `${name}.tar.gz`)
  await writeArchive(archive, listReleaseEntries(name), date)
  const building = { folder, archive, name, version, date }
  if (await isInstalled('dpkg-deb')) await buildDebianPackage(building)
  if (await isInstalled('buildah')) await buildImage(building)
  await copyFile(path.join(root, 'dist', 'server', 'source.tar.gz'), path.join(folder, `openhour-${version}-source.tar.gz`))
  await writeBillOfMaterials(path.join(folder, `openhour-${version}.cdx.json`), date)
  await writeFile(path.join(folder, 'RELEASE-NOTES.md'), notes)
  await writeChecksums()
  for (const file of await readdir(folder)) console.log(path.join('dist', 'release', file))
}

/**
 * Without its tool a package is not built, and a line says so.
 * @param {string} tool
 */
async function isInstalled(tool) {
  const { code } = await runCommand(tool, ['--version'])
  if (code !== 0) console.log(`Not built: ${tool} is not installed.`)
  return code === 0
}

/** SHA256SUMS, signed with the SSH key of OPENHOUR_SIGNING_KEY. */
async function writeChecksums() {
  const lines = []
  for (const file of (await readdir(folder)).toSorted())
    lines.push(
      `${createHash('sha256')
        .update(await readFile(path.join(folder, file)))
        .digest('hex')}  ${file}`,
    )
  const sums = path.join(folder, 'SHA256SUMS')
  await writeFile(sums, `${lines.join('\n')}\n`)
  const key = process.env.OPENHOUR_SIGNING_KEY
  if (!key) return console.log('Not signed: OPENHOUR_SIGNING_KEY names no SSH key.')
  await run('ssh-keygen', ['-Y', 'sign', '-f', path.resolve(key), '-n', 'file', sums])
}

try {
  await release()
} catch (error) {
  console.error(`The release failed: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
