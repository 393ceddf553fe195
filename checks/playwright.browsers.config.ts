import { defineConfig } from '@playwright/test'

/** For `npm run test:browsers`, which needs Debian packages. */
export default defineConfig({
  testDir: '../e2e/browsers',
  testMatch: '*.browsers.ts',
  globalSetup: '../e2e/server.ts',
  // One browser at a time: the tests last as long as the slower one alone.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  reporter: 'list',
  timeout: 120_000,
  expect: { timeout: 20_000, toPass: { timeout: 20_000, intervals: [100] } },
  use: { baseURL: process.env.COINLESS_URL },
  projects: [{ name: 'webkitgtk' }, { name: 'firefox-esr' }],
})
