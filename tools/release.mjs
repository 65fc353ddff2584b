import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { requireNode } from './node-version.mjs'

requireNode()
const { ensureInstalled } = await import('./install.mjs')
await ensureInstalled()
const { ensureBuilt } = await import('./ensure-built.mjs')
const { root } = await import('./run-command.mjs')
const { sourceDate, writeArchive } = await import('./source-archive.mjs')
const { writeBillOfMaterials } = await import('./release/bill-of-materials.mjs')
const { buildDebianPackage } = await import('./release/debian-package.mjs')
const { listReleaseEntries } = await import('./release/entries.mjs')
const { notesOf } = await import('./release/notes.mjs')
const { buildImage } = await import('./release/image.mjs')

const run = promisify(execFile)
const folder = path.join(root, 'dist', 'release')
const forms = ['archive', 'deb', 'image']

/**
 * `npm run release [-- --only archive,deb,image]`: writes dist/release. The archive is always built, since the
 * others contain it.
 */
async function release() {
  const { values } = parseArgs({ options: { only: { type: 'string' } } })
  const wanted = values.only?.split(',') ?? ['archive', 'deb']
  const unknown = wanted.find(form => !forms.includes(form))
  if (unknown !== undefined) throw new Error(`Usage: npm run release [-- --only ${forms.join(',')}]`)
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  const notes = notesOf(await readFile(path.join(root, 'CHANGELOG.md'), 'utf8'), version)
  if (!(await ensureBuilt())) throw new Error('the build failed')
  const date = await sourceDate()
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const name = `openhour-${version}-${process.platform}-${process.arch}`
  const archive = path.join(folder, `${name}.tar.gz`)
  await writeArchive(archive, listReleaseEntries(name), date)
  await copyFile(path.join(root, 'dist', 'server', 'source.tar.gz'), path.join(folder, `openhour-${version}-source.tar.gz`))
  await writeBillOfMaterials(path.join(folder, `openhour-${version}.cdx.json`), date)
  await writeFile(path.join(folder, 'RELEASE-NOTES.md'), notes)
  if (wanted.includes('deb')) await buildDebianPackage({ folder, archive, name, version, date })
  if (wanted.includes('image')) await buildImage({ folder, archive, name, version, date })
  await writeChecksums()
  for (const file of await readdir(folder)) console.log(path.join('dist', 'release', file))
}

/** SHA256SUMS, signed with the SSH key of OPENHOUR_SIGNING_KEY. */
async function writeChecksums() {
  const lines = []
  for (const file of (await readdir(folder)).toSorted())
    lines.push(`${createHash('sha256').update(await readFile(path.join(folder, file))).digest('hex')}  ${file}`)
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
