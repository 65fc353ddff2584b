import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkDocs } from './check-docs.mjs'
import { checkLanguages } from './check-languages.mjs'
import { checkLayers } from './check-layers.mjs'
import { checkMessages } from './check-messages.mjs'
import { checkMigrations } from './check-migrations.mjs'
import { checkRefusals } from './check-refusals.mjs'
import { checkServerMessages } from './check-server-messages.mjs'
import { checkStyles } from './check-styles.mjs'
import { checkTexts } from './check-texts.mjs'
import { checkWords } from './check-words.mjs'
import { findBrowser } from './find-browser.mjs'
import { checkLicences } from './licences.mjs'
import { root, runCommand, runTool } from './run-command.mjs'
import { throwawayFolder } from './throwaway-folder.mjs'

/** @typedef {{ passed: number, failed: number, report: string, slowest?: string[] }} Result */

/** In the names of test files that start whole servers and database clusters of their own: minutes of processor time. */
const operations = '.operations.test.'

/**
 * Independent of each other, except that some unit tests use the build. Each but `unit` counts as one test. The
 * unit tests take longest and leave a core idle for a third of the time, so the others run next to them.
 * @type {Record<string, () => Promise<Result>>}
 */
export const independentStages = {
  build: runBuild,
  types: runTypes,
  unit: () => runVitest(['run', '--exclude', `**/*${operations}*`]),
  lint: () => judgeTool('oxlint/bin/oxlint', ['--deny-warnings']),
  format: () => judgeTool('oxfmt/bin/oxfmt', ['--check']),
  layers: async () => judgeProblems([...(await checkMigrations()), ...(await checkLayers())]),
  unused: () => judgeTool('knip/bin/knip.js', ['--no-progress', '--no-config-hints']),
  messages: async () => judgeProblems([...(await checkMessages()), ...(await checkServerMessages()), ...(await checkLanguages())]),
  texts: async () => judgeProblems(await checkTexts()),
  refusals: async () => judgeProblems(await checkRefusals()),
  docs: async () => judgeProblems(await checkDocs()),
  licences: async () => judgeProblems(checkLicences()),
  styles: async () => judgeProblems(await checkStyles()),
  words: async () => judgeProblems(await checkWords()),
}

/** Run the whole product, as it was built; alone.
 * @type {Record<string, () => Promise<Result>>} */
export const wholeStages = { browser: () => runPlaywright(['--project=desk', '--project=phone']) }

/**
 * Checks of minutes that run only on request, on the last build. CI requests `operations` (servers, clusters and
 * backups), `production` (journeys with their own products), `variants` (less travelled ways), `core` (the short drills
 * of the booking core), `accessibility` (axe on every page, wide and narrow) and `languages` (every page in the
 * pseudo-languages). `debian`: the tests that use PostgreSQL, on Debian's postgresql-15, with pgbouncer, and in each
 * suite every combination; without Debian's packages `exhaustive` tries those.
 * @type {Record<string, () => Promise<Result>>}
 */
export const longStages = {
  operations: () => runVitest(['run', operations]),
  production: () => runPlaywright(['--project=production']),
  variants: () => runPlaywright(['--project=variants', '--project=desk-clients', '--project=phone-variants']),
  core: () => runPlaywright(['--project=drills']),
  accessibility: () => runPlaywright(['open-every-route'], { LOOK_CLOSELY: 'yes' }),
  languages: runPseudoLanguages,
  debian: runOnDebian,
  exhaustive: () => runVitest(['related', '--run', path.join('server', 'testing', 'exhaustive.ts')], { LOOK_CLOSELY: 'yes' }),
  drills: () => runPlaywright(['short-forms'], { LOOK_CLOSELY: 'yes' }),
  hostility: () => runPlaywright(['resist-stored-scripts'], { LOOK_CLOSELY: 'yes' }),
  entrances: () => runPlaywright(['open-on-the-first-day'], { LOOK_CLOSELY: 'yes' }),
}

/**
 * Checks the server, the browser and everything else as projects of their own: browser code cannot use Node, nor
 * server code the DOM. TypeScript 7 takes a sixth of the time of 6. It has no interface for programs, so
 * dependency-cruiser reads the source with version 6.
 */
async function runTypes() {
  const outputs = []
  for (const project of ['.', 'server', 'web']) {
    const state = path.join('node_modules', '.cache', 'types', `${project === '.' ? 'rest' : project}.tsbuildinfo`)
    const { code, output } = await runTool('typescript-7/bin/tsc', [
      '--project',
      project,
      // Each further one checks shared types again: with one, all three take half the processor time.
      '--checkers',
      '1',
      '--incremental',
      '--tsBuildInfoFile',
      state,
      '--pretty',
      'false',
    ])
    if (code !== 0) outputs.push(output)
  }
  return judge({ code: outputs.length, output: outputs.join('') })
}

/** @param {string} script
 * @param {string[]} args */
async function judgeTool(script, args) {
  return judge(await runTool(script, args))
}

/** @param {{ code: number, output: string }} ended
 * @returns {Result} */
function judge({ code, output }) {
  return code === 0 ? { passed: 1, failed: 0, report: '' } : { passed: 0, failed: 1, report: output }
}

/** @param {string[]} problems */
function judgeProblems(problems) {
  return judge({ code: problems.length > 0 ? 1 : 0, output: problems.join('\n') })
}

async function runBuild() {
  return judge(await runCommand(process.execPath, [path.join('tools', 'build.mjs')]))
}

/** @param {string[]} selection
 * @param {Record<string, string>} settings */
async function runVitest(selection = ['run'], settings = {}) {
  const env = { ...process.env, ...(await throwawayFolder()), ...settings }
  return countReport(async file => {
    const { code, output } = await runTool(
      'vitest/vitest.mjs',
      [...selection, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      { env },
    )
    return { code, output, count: countVitest }
  })
}

/** The unit tests that have a database, and those of PgBouncer. */
async function runOnDebian() {
  const missing = ['/usr/lib/postgresql/15/bin/initdb', '/usr/sbin/pgbouncer'].filter(program => !existsSync(program))
  if (missing.length > 0)
    return judge({ code: 1, output: `${missing.join(' and ')} missing: install Debian's postgresql-15 and pgbouncer` })
  return runVitest(['related', '--run', path.join('server', 'testing', 'database.ts')], { TEST_POSTGRES: 'debian' })
}

/** On a build of its own; the next start builds the others again. */
async function runPseudoLanguages() {
  const env = { ...process.env, OPENHOUR_PSEUDO_LANGUAGES: 'only' }
  const { code, output } = await runCommand(process.execPath, [path.join('tools', 'build.mjs')], { env })
  return code === 0 ? runPlaywright(['--project=languages']) : judge({ code, output })
}

/** @param {string[]} files
 * @param {Record<string, string>} settings */
async function runPlaywright(files = [], settings = {}) {
  const found = { ...(await findBrowser()), ...(await throwawayFolder()) }
  return countReport(async file => {
    const env = { ...withoutColour(), ...found, ...settings, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
    const { code, output } = await runTool('@playwright/test/cli.js', ['test', ...files, '--pass-with-no-tests', '--reporter=list,json'], {
      env,
    })
    return { code, output, count: countPlaywright }
  })
}

function withoutColour() {
  const { FORCE_COLOR: _, ...env } = process.env
  return { ...env, NO_COLOR: '1' }
}

/**
 * Runs a test runner that writes its report to a file, and counts it. A runner that ends badly without a failed
 * test (a file that does not load, a set-up that breaks) counts as one failure: silence must never pass.
 * @param {(file: string) => Promise<{ code: number, output: string, count: (report: any) => { passed: number, failed: number, durations: Duration[] } }>} run
 * @returns {Promise<Result>}
 */
async function countReport(run) {
  const folder = await mkdtemp(path.join(tmpdir(), 'openhour-report-'))
  try {
    const file = path.join(folder, 'report.json')
    const { code, output, count } = await run(file)
    const text = await readFile(file, 'utf8').catch(() => undefined)
    const { passed, failed, durations } = text === undefined ? { passed: 0, failed: 0, durations: [] } : count(JSON.parse(text))
    const silent = code !== 0 && failed === 0 ? 1 : 0
    const report = failed + silent > 0 ? output.replaceAll(`${root}/`, '') : ''
    return { passed, failed: failed + silent, report, slowest: nameSlowest(durations) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** @typedef {{ name: string, ms: number }} Duration */

/** @param {Duration[]} durations */
const nameSlowest = durations =>
  durations
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 5)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1)} s ${name}`)

/** @param {any} report */
function countVitest(report) {
  const broken = report.testResults.filter(/** @param {any} file */ file => file.status === 'failed' && file.assertionResults.length === 0)
  const durations = report.testResults.map(
    /** @param {any} file */ ({ name, startTime, endTime }) => ({ name: path.relative(root, name), ms: endTime - startTime }),
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length, durations }
}

/** @param {any} report */
function countPlaywright({ stats, suites }) {
  /** @param {any} suite
   * @returns {Duration[]} */
  const durationsIn = ({ suites: inner = [], specs = [] }) => [
    ...inner.flatMap(durationsIn),
    ...specs.flatMap(
      /** @param {any} spec */ ({ file, line, tests }) =>
        tests.map(
          /** @param {any} test */ ({ projectName, results }) => ({
            name: `[${projectName}] ${file}:${line}`,
            ms: results.at(-1)?.duration ?? 0,
          }),
        ),
    ),
  ]
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, durations: suites.flatMap(durationsIn) }
}
