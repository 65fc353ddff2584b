import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,domain,database,server,web,tools}/**/*.test.{ts,tsx}'],
    environment: 'node',
    globalSetup: existsSync('database/migrate.ts') ? 'server/platform/test-cluster.ts' : [],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
