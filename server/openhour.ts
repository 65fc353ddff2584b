import path from 'node:path'
import { runCommandLine } from './cli/command-line.ts'
import { entryPoint } from './entry-point.ts'
import { printError } from './operating.ts'

// `openhour COMMAND`: how an operator starts, checks, backs up and upgrades an installation.

await runCommandLine(process.argv.slice(2), {
  entryPoint,
  // bin/ and dist/ of a release, or the repository.
  root: path.resolve(import.meta.dirname, import.meta.url.endsWith('.ts') ? '..' : '../..'),
}).then(
  code => void (process.exitCode = code),
  error => printError(error),
)
