import { defineConfig } from 'vitest/config'
import { messageParts } from './web/message-parts.ts'

export default defineConfig({
  plugins: [messageParts()],
  test: {
    include: ['{contract,domain,database,server,web}/**/*.test.{ts,tsx}', 'tools/**/*.test.mjs'],
    environment: 'node',
    globalSetup: 'server/testing/cluster.ts',
    // Files share what they import (a third of the processor time); each has a database of its own, and ends what
    // it stubs.
    isolate: false,
    // One more than the smallest machines have cores: a worker that waits for the database leaves its core to
    // another.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
