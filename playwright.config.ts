import { defineConfig } from '@playwright/test'
import { chromiumFlags, findHeadless } from './e2e/chromium.ts'
import { locale } from './e2e/local.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: process.env.TEST_REPLICAS ? './e2e/replicas.ts' : './e2e/server.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: [['list'], ['./e2e/slowest.ts']],
  // The files are listed by slowest.ts, which also counts those that run in parallel.
  reportSlowTests: null,
  timeout: 60_000,
  // A failed call is retried twice, with a pause, before a screen reports it.
  expect: { timeout: 20_000 },
  use: {
    // Service workers would answer for files that tests block. Only e2e/offline.spec.ts allows them.
    serviceWorkers: 'block',
    baseURL: process.env.COINLESS_URL,
    locale,
    timezoneId: 'America/New_York',
    launchOptions: { executablePath: findHeadless(), args: chromiumFlags },
  },
})
