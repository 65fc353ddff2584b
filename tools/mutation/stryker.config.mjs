import { tmpdir } from 'node:os'
import path from 'node:path'

/** StrykerJS, for the version before 10: 10 needs Node 22. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tools/mutation/vitest.domain.config.mjs', related: false },
  mutate: ['domain/**/*.ts', '!domain/**/*.test.ts'],
  // The sandbox holds what the domain tests read. A test file that cannot read its own is left out without a word.
  ignorePatterns: ['*', '!domain/**', '!contract/**', '!tools/**', '!web/ui/tokens.css', '!package.json', '!tsconfig*.json'],
  // A mutant of a module's constant takes a run of all tests.
  ignoreStatic: true,
  tempDirName: path.join(tmpdir(), 'openhour-mutation'),
  concurrency: 1,
  // A mutant that times out counts as killed. On a busy machine, only an endless loop may take that long.
  timeoutMS: 60_000,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false, allowEmojis: false },
}
