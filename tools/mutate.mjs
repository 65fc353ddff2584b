import { requireNode } from './node-version.mjs'

requireNode()
const { ensureInstalled } = await import('./install.mjs')
const { runCommand, runTool } = await import('./run-command.mjs')
await ensureInstalled()

const [what, ...args] = process.argv.slice(2)
if (what === 'domain') await mutateDomain(args)
else if (what === 'sql') await mutateSql(args)
else {
  console.error(
    'Usage: npm run mutate -- domain [file or folder …] | sql [subject or function …] [--sample number] [--seed number] [--all]',
  )
  process.exitCode = 1
}

/** @param {string[]} paths Files and folders of domain/; none: all of it. */
async function mutateDomain(paths) {
  const patterns = paths.map(path => (path.endsWith('.ts') ? path : `${path.replace(/\/$/, '')}/**/*.ts`))
  const mutate = patterns.length > 0 ? ['--mutate', [...patterns, '!domain/**/*.test.ts'].join(',')] : []
  const { code } = await runTool('@stryker-mutator/core/bin/stryker.js', ['run', 'tools/mutation/stryker.config.mjs', ...mutate], {
    show: true,
  })
  process.exitCode = code
}

/** @param {string[]} args */
async function mutateSql(args) {
  const { code } = await runCommand(process.execPath, ['--import', 'tsx', 'tools/mutation/sql.mjs', ...args], { show: true })
  process.exitCode = code
}
