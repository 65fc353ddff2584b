import { defineConfig } from 'vitest/config'

/**
 * Domain tests without the PostgreSQL that vitest.config.ts starts, with one seed, so that a run can be
 * repeated.
 */
export default defineConfig({
  test: {
    include: ['domain/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['tools/mutation/seed-properties.mjs'],
    testTimeout: 20_000,
  },
})
