import { requireNode } from './node-version.mjs'

requireNode()
if (process.env.npm_lifecycle_event) await import('./follow-parent.mjs')
const { ensureInstalled } = await import('./install.mjs')
const { secondsSince } = await import('./run-command.mjs')
await ensureInstalled()
const { independentStages, longStages, wholeStages } = await import('./stages.mjs')

const wanted = chooseStages(process.argv.slice(2))
const total = { passed: 0, failed: 0 }
const start = performance.now()

// Two at a time: most are single-threaded, and two cores are what the smallest machines have.
const waiting = Object.entries(independentStages).filter(([name]) => wanted.includes(name))
await Promise.all([runWaiting(), runWaiting()])
for (const [name, run] of Object.entries({ ...wholeStages, ...longStages })) {
  if (wanted.includes(name)) await runStage(name, run)
}

console.log(`All of it took ${secondsSince(start)}.`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
console.log(`${total.passed} passed, ${total.failed} failed`)

async function runWaiting() {
  for (let next = waiting.shift(); next; next = waiting.shift()) await runStage(...next)
}

/** @param {string} name
 * @param {() => Promise<import('./stages.mjs').Result>} run */
async function runStage(name, run) {
  const began = performance.now()
  const {
    passed,
    failed,
    report,
    slowest = [],
  } = await run().catch(error => ({ passed: 0, failed: 1, report: String(error.message), slowest: [] }))
  total.passed += passed
  total.failed += failed
  console.log(`${failed > 0 ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed (${secondsSince(began)})`)
  if (slowest.length > 0) console.log(`    slowest: ${slowest.join(', ')}`)
  if (report) console.log(report.trimEnd().replaceAll(/^/gm, '    '))
}

/** @param {string[]} args */
function chooseStages(args) {
  const all = [...Object.keys(independentStages), ...Object.keys(wholeStages)]
  if (args.length === 0) return all
  const names = args[0] === '--only' ? (args[1] ?? '').split(',') : []
  const known = [...all, ...Object.keys(longStages)]
  if (names.length === 0 || names.some(name => !known.includes(name))) {
    console.error(`Usage: npm run check [-- --only ${known.join(',')}]`)
    process.exit(1)
  }
  return names
}
