import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './run-command.mjs'

const stampFile = path.join(root, 'dist', 'sources.sha256')
const sources = [
  'contract',
  'domain',
  'database',
  'server',
  'web',
  'tools/build.mjs',
  'tools/first-page-template.mjs',
  'tools/licences.mjs',
  'tools/licences',
  'tools/server-bundle.mjs',
  'tools/source-archive.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
]

/**
 * A hash of everything the build reads. Of contents, not of times: copies and checkouts set those as they like.
 */
export async function hashSources() {
  const hash = createHash('sha256').update(process.env.OPENHOUR_PSEUDO_LANGUAGES ?? '')
  for (const source of sources) await addToHash(hash, path.join(root, source), source)
  return hash.digest('hex')
}

/** Whether dist/ was built from these sources. */
export async function isBuilt() {
  const stamp = await readFile(stampFile, 'utf8').catch(() => undefined)
  return stamp !== undefined && stamp === (await hashSources())
}

/** @param {string} hash */
export async function markBuilt(hash) {
  await writeFile(stampFile, hash)
}

/** @param {import('node:crypto').Hash} hash
 * @param {string} place
 * @param {string} name */
async function addToHash(hash, place, name) {
  const entries = await readdir(place, { withFileTypes: true }).catch(() => undefined)
  if (!entries) {
    const contents = await readFile(place).catch(() => Buffer.alloc(0))
    hash.update(`${name} ${contents.length}\n`).update(contents)
    return
  }
  entries.sort((one, other) => (one.name < other.name ? -1 : 1))
  for (const entry of entries) {
    if (!/\.test\.tsx?$/.test(entry.name)) await addToHash(hash, path.join(place, entry.name), `${name}/${entry.name}`)
  }
}
