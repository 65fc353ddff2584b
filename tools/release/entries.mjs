import { existsSync } from 'node:fs'
import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../run-command.mjs'
import { leftInNodeModules } from '../server-bundle.mjs'
import { readNode } from './node-binary.mjs'

/** @typedef {import('../source-archive.mjs').Entry} Entry */

/** Files of a release that are written for it, from where they are to where they go. */
const copied = [
  ['deploy/bin/openhour', 'bin/openhour'],
  ['deploy/openhour.env', 'deploy/openhour.env'],
  ['deploy/systemd/openhour.service', 'deploy/openhour.service'],
  ...['Caddyfile', 'README.md', 'compose.yaml', 'openhour.env'].map(name => [`deploy/compose/${name}`, `deploy/compose/${name}`]),
  ['README.md', 'README.md'],
  ['LICENSE', 'LICENSE'],
  ['CHANGELOG.md', 'CHANGELOG.md'],
  ['dist/web/THIRD-PARTY-LICENSES.txt', 'THIRD-PARTY-LICENSES.txt'],
]

/**
 * Everything in a release: Node, programs, pages, packages that are not in the bundle, licences.
 * @param {string} top The name of the archive's folder.
 * @returns {AsyncGenerator<Entry>}
 */
export async function* listReleaseEntries(top) {
  const { version, license, engines } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  const about = { name: 'openhour', version, license, type: 'module', engines }
  yield { name: `${top}/package.json`, mode: 0o644, content: Buffer.from(`${JSON.stringify(about, null, 2)}\n`) }
  for (const [from = '', to = ''] of copied) {
    const mode = to.startsWith('bin/') ? 0o755 : 0o644
    yield { name: `${top}/${to}`, mode, content: await readFile(path.join(root, from)) }
  }
  const node = await readNode()
  if (node) {
    yield { name: `${top}/runtime/node`, mode: 0o755, content: node.program }
    yield { name: `${top}/runtime/LICENSE`, mode: 0o644, content: node.licence }
  }
  const folders = [
    ...['server', 'web', 'first-page'].map(name => `dist/${name}`),
    'docs',
    'deploy/patroni',
    'deploy/postgresql',
    ...(await listPackages()),
  ]
  for (const folder of folders.toSorted()) yield* walk(folder, top)
}

/** @param {string} place From the root.
 * @param {string} top
 * @returns {AsyncGenerator<Entry>} */
async function* walk(place, top) {
  const found = await lstat(path.join(root, place))
  const name = `${top}/${place}`
  if (found.isSymbolicLink()) yield { name, mode: 0o777, linkname: await readlink(path.join(root, place)) }
  else if (found.isDirectory()) {
    // Nested packages are listed by themselves.
    const names = (await readdir(path.join(root, place))).filter(entry => entry !== 'node_modules').toSorted()
    for (const entry of names) yield* walk(`${place}/${entry}`, top)
  } else if (!isForDevelopment(place)) {
    yield { name, mode: found.mode & 0o100 ? 0o755 : 0o644, content: await readFile(path.join(root, place)) }
  }
}

/** Source maps, and static libraries of PostgreSQL. @param {string} place */
const isForDevelopment = place => /\.(map|d\.[cm]?ts|a)$/.test(place)

/**
 * Installed packages that the bundle leaves in node_modules, and what they need.
 * @returns {Promise<string[]>} Paths from the root.
 */
async function listPackages() {
  const places = new Set()
  /** @param {string} name
   * @param {string} from */
  const add = async (name, from) => {
    const place = findPackage(name, from)
    if (place === undefined || places.has(place)) return
    places.add(place)
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(await readFile(path.join(root, place, 'package.json'), 'utf8'))
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) await add(needed, place)
  }
  for (const name of leftInNodeModules) if (!name.includes('*')) await add(name, '')
  return [...places]
}

/** As Node looks for it: next to the package, then further up; undefined where it is optional and not installed.
 * @param {string} name
 * @param {string} from */
function findPackage(name, from) {
  for (let folder = from; ; folder = path.posix.dirname(folder)) {
    const place = path.posix.join(folder === '.' ? '' : folder, 'node_modules', name)
    if (existsSync(path.join(root, place))) return place
    if (folder === '.' || folder === '') return undefined
  }
}
