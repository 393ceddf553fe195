import { defineConfig } from '@playwright/test'
import { findChromium } from './e2e/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: process.env.TEST_REPLICAS ? './e2e/replicas.ts' : './e2e/server.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: 'list',
  timeout: 60_000,
  // A failed call is tried again twice, with a pause, before a screen says so.
  expect: { timeout: 20_000 },
  use: {
    baseURL: process.env.COINLESS_URL,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    launchOptions: {
      executablePath: findChromium(),
      // As root Chromium refuses its sandbox; the other options keep it from calling home.
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
