import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,domain,database,server,web,tools}/**/*.test.{ts,tsx}'],
    environment: 'node',
    globalSetup: 'server/platform/test-cluster.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
