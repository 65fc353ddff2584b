import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { mkdir, readdir, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { build, context } from 'esbuild'
import { root } from './run-command.mjs'
import { describeBundle, shippedFolders } from './server-bundle.mjs'

const folder = path.join(root, 'dist', 'dev', 'server')
const watched = ['contract', 'domain', 'database', 'server']
/** Packages of many ES modules. Read one by one they take a quarter of a start, so each becomes one file. */
const manyModules = ['@simplewebauthn/server', '@simplewebauthn/server/helpers', 'colorjs.io/fn', 'kysely', 'libphonenumber-js/min', 'zod']
/** Editors write a file in several steps. */
const settleMs = 30

/**
 * Runs the server and restarts it after each change of its sources. It runs from a bundle, because loading 600
 * modules one by one takes longer. While the sources cannot be built, the last server goes on.
 * @param {NodeJS.ProcessEnv} env
 */
export async function watchServer(env) {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const { name, source } of shippedFolders) await symlink(source, path.join(folder, name), 'junction')
  // In one file: the files of each earlier state would stay.
  const bundle = await context({ ...describeBundle(folder), splitting: false, packages: 'external', ...(await bundlePackages()) })
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let server
  let changes = 0
  let last = Promise.resolve()

  async function end() {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  /** @param {number} change */
  async function restart(change) {
    await pause(settleMs)
    // A later change restarts the server as well.
    if (change !== changes || !(await rebuild())) return
    await watchFolders()
    await end()
    server = spawn(process.execPath, ['--enable-source-maps', path.join(folder, 'main.js')], { cwd: root, stdio: 'inherit', env })
  }
  /** esbuild reports errors itself. */
  const rebuild = () =>
    bundle.rebuild().then(
      () => true,
      () => false,
    )
  const onChange = (/** @type {string} */ _, /** @type {string | null} */ file) => {
    if (file?.includes('.test.')) return
    changes += 1
    const change = changes
    last = last.then(() => restart(change))
  }
  const watchers = new Map()
  /** Each folder by itself: Node's recursive watching loses files that editors replace. */
  async function watchFolders() {
    const roots = watched.map(name => path.join(root, name))
    const entries = await Promise.all(roots.map(place => readdir(place, { recursive: true, withFileTypes: true })))
    const inner = entries.flat().filter(entry => entry.isDirectory())
    for (const place of [...roots, ...inner.map(({ parentPath, name }) => path.join(parentPath, name))]) {
      if (watchers.has(place)) continue
      const watcher = watch(place, onChange)
      watchers.set(place, watcher)
      watcher.on('error', () => watchers.delete(place))
    }
  }
  await watchFolders()
  await restart(changes)
  return {
    async stop() {
      for (const one of watchers.values()) one.close()
      await last
      await end()
      await bundle.dispose()
    },
  }
}

/** Bundles the packages once and returns the options that import them from there. */
async function bundlePackages() {
  const files = manyModules.map(name => ({ name, file: name.replaceAll('/', '-') }))
  const options = describeBundle(folder)
  await build({
    ...options,
    entryPoints: Object.fromEntries(files.map(({ name, file }) => [file, name])),
    outdir: path.join(folder, 'packages'),
    sourcemap: false,
  })
  return {
    alias: Object.fromEntries(files.map(({ name, file }) => [name, `./packages/${file}.js`])),
    external: [...options.external, './packages/*'],
  }
}
