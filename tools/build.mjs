import { readFileSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build as bundle } from 'esbuild'
import { build as buildWeb } from 'vite'
import { makeFirstPageTemplate } from './first-page-template.mjs'
import { listRuntimePackages, packagesOf, writeThirdPartyLicences } from './licences.mjs'
import { findPageFiles } from './page-files.mjs'
import { root, secondsSince } from './run-command.mjs'
import { describeBundle, shippedFolders } from './server-bundle.mjs'
import { writeSourceArchive } from './source-archive.mjs'
import { hashSources, markBuilt } from './source-stamp.mjs'

const dist = path.join(root, 'dist')
const next = path.join(dist, 'next')

/**
 * Builds dist/server and dist/web aside and then puts them in place, so that a build cut short leaves the old one
 * whole.
 */
async function build() {
  const start = performance.now()
  const hash = await hashSources()
  await rm(next, { recursive: true, force: true })
  await mkdir(next, { recursive: true })
  await Promise.all([timed('the server', bundleServer), timed('the pages', bundlePages)])
  await writeFile(path.join(next, 'web', 'THIRD-PARTY-LICENSES.txt'), writeThirdPartyLicences())
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  if (!(await writeSourceArchive(path.join(next, 'server', 'source.tar.gz'), `openhour-${version}-source`)))
    console.log('Without Git the source files are not known: set OPENHOUR_SOURCE_URL to where users find the source.')
  for (const part of ['server', 'web', 'first-page']) {
    await rm(path.join(dist, part), { recursive: true, force: true })
    await rename(path.join(next, part), path.join(dist, part))
  }
  await rm(next, { recursive: true })
  await markBuilt(hash)
  console.log(`Built in ${secondsSince(start)}.`)
}

async function bundleServer() {
  const folder = path.join(next, 'server')
  const { metafile } = await bundle(describeBundle(folder))
  requireLicences(Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs)))
  for (const { name, source } of shippedFolders) await cp(source, path.join(folder, name), { recursive: true })
}

async function bundlePages() {
  const shared = /** @type {const} */ ({ root: path.join(root, 'web'), logLevel: 'warn' })
  const [web, firstPage] = [path.join(next, 'web'), path.join(next, 'first-page')]
  const built = await buildWeb({ ...shared, build: { outDir: web, emptyOutDir: true } })
  // The first page once more, for the server to draw.
  await buildWeb({
    ...shared,
    // Vite leaves it to the environment of the server, where React's development build would draw in twice the time.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: { outDir: firstPage, emptyOutDir: true, minify: true, copyPublicDir: false, ssr: 'first-page.tsx' },
  })
  if (readFileSync(path.join(firstPage, 'first-page.js'), 'utf8').includes('process.env.NODE_ENV'))
    throw new Error('the first page contains code for development')
  /** @param {string} file */
  const read = file => readFileSync(path.join(web, file), 'utf8')
  const chunks = 'output' in built ? built.output.filter(file => file.type === 'chunk') : []
  requireLicences(chunks.flatMap(({ moduleIds }) => moduleIds))
  const list = readFileSync(path.join(root, 'web/router/lazy-pages.ts'), 'utf8')
  const pageFiles = findPageFiles(chunks, list, read('index.html'))
  for (const file of await readdir(web)) {
    const name = /^index\.(?:([\w-]+)\.)?html$/.exec(file)
    if (!name) continue
    const [, language] = name
    const inLanguage = (/** @type {string} */ asset) =>
      language && asset.endsWith('.js') ? asset.replace('assets/', `assets/${language}/`) : asset
    const files = Object.fromEntries(Object.entries(pageFiles).map(([page, assets]) => [page, assets.map(inLanguage)]))
    const template = { ...makeFirstPageTemplate(read(file), read), pageFiles: files }
    await writeFile(path.join(firstPage, language ?? '', 'template.json'), JSON.stringify(template))
  }
}

/**
 * Fails where a bundle contains a package that is not a run-time dependency: its licence would be missing.
 * @param {string[]} modules
 */
function requireLicences(modules) {
  const known = new Set(listRuntimePackages().map(({ name }) => name))
  const unknown = [...packagesOf(modules)].filter(name => !known.has(name))
  if (unknown.length > 0) throw new Error(`the product contains packages for development: ${unknown.join(', ')}`)
}

/** @param {string} name
 * @param {() => Promise<void>} work */
async function timed(name, work) {
  const start = performance.now()
  await work()
  console.log(`Built ${name} in ${secondsSince(start)}.`)
}

try {
  await build()
} catch (error) {
  console.error(`The build failed: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
