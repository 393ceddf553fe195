import { defineConfig } from 'vitest/config'

export const settings = {
  // Most of them wait for PostgreSQL or for processes, so the two cores of CI bear two at once.
  maxWorkers: 2,
  // Nothing is too slow: other work on the machine is no fault of the product. This ends what hangs.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
}

export const withPostgres = { globalSetup: 'test/servers/postgres.ts' }

export default defineConfig({
  test: {
    ...settings,
    projects: [
      {
        extends: true,
        test: {
          ...withPostgres,
          name: 'server',
          include: ['{server,test}/**/*.test.ts'],
          // Each worker loads the server once, not anew for each file. What a test changes of its
          // process it puts back, but the time, which is real again after each test.
          isolate: false,
          setupFiles: 'test/support/real-time.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['{agent,contract,web,checks}/**/*.test.ts'],
        },
      },
    ],
  },
})
