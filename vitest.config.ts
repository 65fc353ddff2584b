import { configDefaults, defineConfig } from 'vitest/config'
import { messageParts } from './web/message-parts.ts'

/** `npm run check -- --only debian`: on Debian's PostgreSQL instead of the embedded one. */
const onDebian = process.env.TEST_POSTGRES === 'debian'

export default defineConfig({
  plugins: [messageParts()],
  test: {
    include: ['{contract,domain,database,server,web}/**/*.test.{ts,tsx}', 'tools/**/*.test.mjs'],
    // These need Debian's packages.
    exclude: [...configDefaults.exclude, ...(onDebian ? [] : ['**/*.debian.test.ts'])],
    environment: 'node',
    globalSetup: onDebian ? 'server/testing/debian-cluster.ts' : 'server/testing/cluster.ts',
    // Files share what they import (a third of the processor time); each has a database of its own, and ends what
    // it stubs and mocks.
    isolate: false,
    // One more than the smallest machines have cores: a worker that waits for the database leaves its core to
    // another.
    maxWorkers: 3,
    // Only what never ends takes as long, on a machine however slow and busy.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One second by default: on a busy machine a process takes longer to start.
    expect: { poll: { timeout: 20_000 } },
  },
})
