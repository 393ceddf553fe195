import { defineConfig } from 'vitest/config'

export const settings = {
  // Most workers wait for PostgreSQL or processes, so the two cores of CI can run two at once.
  maxWorkers: 2,
  // Only for hangs: other work on the machine may slow tests down.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
}

export const withPostgres = { globalSetup: 'test/servers/postgres.ts' }

/** Tests that start servers, agents, brokers or PostgreSQL as processes. They take as long as all others. */
const lifecycle = '**/*.lifecycle.test.ts'

/** With the parts of the server in the process of the test. */
const withServer = {
  ...withPostgres,
  // Each worker loads the server once for all files. Tests restore what they change in the
  // process. The time is restored after each test.
  isolate: false,
  setupFiles: 'test/support/real-time.ts',
}

export default defineConfig({
  test: {
    ...settings,
    reporters: ['default', './checks/slowest-files.ts'],
    projects: [
      {
        extends: true,
        test: {
          ...withServer,
          name: 'server',
          include: ['{server,test}/**/*.test.ts'],
          exclude: [lifecycle],
        },
      },
      {
        extends: true,
        test: {
          ...withServer,
          name: 'lifecycle',
          include: [`{agent,server,test}/${lifecycle}`],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 300_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['{agent,contract,web,checks}/**/*.test.ts'],
          exclude: [lifecycle],
        },
      },
    ],
  },
})
