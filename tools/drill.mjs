import path from 'node:path'
import { runMeasurement } from './run-measurement.mjs'

await runMeasurement('npm run drill -- <name> [--control [which]] [--option number]', path.join('bench', 'drills'), name => [
  path.join('bench', 'drill-support', 'run.ts'),
  name,
])
