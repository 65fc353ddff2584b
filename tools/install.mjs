import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root, runCommand, secondsSince } from './run-command.mjs'

const lockFile = path.join(root, 'package-lock.json')
const stampFile = path.join(root, 'node_modules', '.openhour-install')

/**
 * Runs `npm ci` unless node_modules already holds exactly what package-lock.json says. The stamp makes the usual
 * answer quick; without one (after `npm ci` by hand) npm's own record of what it installed is compared.
 */
export async function ensureInstalled() {
  const wanted = await describeInstallation()
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === wanted) return
  if (!(await isInstalled())) await install()
  await writeFile(stampFile, wanted)
}

async function describeInstallation() {
  const lock = createHash('sha256').update(await readFile(lockFile))
  return `${lock.digest('hex')} ${process.platform} ${process.arch} ${process.versions.modules}`
}

async function isInstalled() {
  const present = await readPackages(path.join(root, 'node_modules', '.package-lock.json'))
  const wanted = await readPackages(lockFile)
  return (
    present !== undefined &&
    wanted !== undefined &&
    Object.entries(wanted).every(([place, { version, optional, devOptional }]) => {
      if (place === '') return true
      const found = present[place]
      return found ? found.version === version : Boolean(optional || devOptional)
    })
  )
}

/** @param {string} file
 * @returns {Promise<Record<string, { version?: string, optional?: boolean, devOptional?: boolean }> | undefined>} */
async function readPackages(file) {
  return readFile(file, 'utf8').then(
    text => JSON.parse(text).packages,
    () => undefined,
  )
}

async function install() {
  console.log('Installing the packages Openhour is made of (npm ci)…')
  const start = performance.now()
  // NODE_ENV=production would leave out what the build needs.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath
  const { code } = npm?.endsWith('.js')
    ? await runCommand(process.execPath, [npm, ...args], { show: true })
    : await runCommand('npm', args, { show: true })
  if (code !== 0) {
    console.error('The packages could not be installed; what npm said is above. Check the network and start again.')
    process.exit(1)
  }
  console.log(`Installed in ${secondsSince(start)}.`)
}
