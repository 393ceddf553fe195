import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'contract/**/*.test.ts',
      'server/**/*.test.ts',
      'web/**/*.test.ts',
      'checks/**/*.test.ts',
    ],
    globalSetup: 'server/testbed/postgres.ts',
    // Most of them wait for PostgreSQL or for processes, so the two cores of CI bear two at once.
    maxWorkers: 2,
    // Nothing is too slow: other work on the machine is no fault of the product. This ends what hangs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
