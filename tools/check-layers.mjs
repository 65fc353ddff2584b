import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { findFeatureCycles, findFeatureNameProblems } from './check-features.mjs'
import { root, runTool } from './run-command.mjs'

/**
 * Checks the layers of docs/architecture.md: dependency-cruiser's rules, that it has read every source file (it
 * can skip files silently), that no zod reaches the browser, and the names and cycles of server features.
 * @returns {Promise<string[]>} One line for each violation.
 */
export async function checkLayers() {
  const rooms = ['contract', 'domain', 'database', 'server', 'web', 'e2e', 'bench']
  const script = 'dependency-cruiser/bin/dependency-cruise.mjs'
  const { stdout, output } = await runTool(script, ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...rooms])
  if (!stdout.startsWith('{')) return [output]
  const { modules, summary } = JSON.parse(stdout)
  const problems = summary.violations.map(
    /** @param {any} found */ ({ rule, from, to, cycle }) =>
      `${rule.name}: ${from} → ${cycle ? cycle.map(/** @param {any} step */ step => step.name).join(' → ') : to}`,
  )
  const files = await countSourceFiles(rooms)
  const own = modules.filter(/** @param {any} found */ ({ source }) => /\.tsx?$/.test(source) && rooms.includes(source.split('/')[0]))
  if (own.length < files) problems.push(`dependency-cruiser read ${own.length} of the ${files} source files`)
  const sources = own.map(/** @param {any} found */ ({ source }) => source)
  return [...problems, ...findZodInBrowser(modules), ...findFeatureCycles(own), ...findFeatureNameProblems(sources)]
}

/** @param {string[]} rooms */
async function countSourceFiles(rooms) {
  let count = 0
  for (const room of rooms) {
    const names = await readdir(path.join(root, room), { recursive: true }).catch(() => [])
    count += names.filter(name => /\.tsx?$/.test(name)).length
  }
  return count
}

/**
 * The contract's schemas weigh more than a page may: pages import its types, and only such values as come without
 * zod.
 * @param {any[]} modules
 */
function findZodInBrowser(modules) {
  const bySource = new Map(modules.map(found => [found.source, found]))
  const cameFrom = new Map(modules.filter(({ source }) => isPageCode(source)).map(({ source }) => [source, '']))
  // The map grows while it is walked: everything reached at run time is walked too.
  for (const source of cameFrom.keys()) {
    if (source.startsWith('node_modules/zod/')) return [`zod-in-browser: ${traceBack(source, cameFrom)}`]
    for (const { resolved, dependencyTypes } of bySource.get(source)?.dependencies ?? []) {
      if (!dependencyTypes.includes('type-only') && !cameFrom.has(resolved)) cameFrom.set(resolved, source)
    }
  }
  return []
}

/** @param {string} source */
function isPageCode(source) {
  return source.startsWith('web/') && !/\.test\.tsx?$|^web\/vite\.config\.ts$/.test(source)
}

/** @param {string} source
 * @param {Map<string, string>} cameFrom */
function traceBack(source, cameFrom) {
  const steps = []
  for (let step = source; step; step = cameFrom.get(step) ?? '') steps.unshift(step)
  return steps.join(' → ')
}
