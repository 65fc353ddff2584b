import path from 'node:path'
import { runMeasurement } from './run-measurement.mjs'

/** Those that open pages. */
const inBrowser = ['languages', 'page', 'planner', 'staff-pages']

await runMeasurement(
  'npm run bench -- <name>',
  'bench',
  name => [path.join('bench', `${name}.ts`)],
  async name => (inBrowser.includes(name) ? (await import('./find-browser.mjs')).findBrowser() : {}),
)
