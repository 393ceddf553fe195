import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { hasPackages, installPackages, run } from './debian.ts'

const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Chromium has no sandbox as root. The other flags keep it from calling home. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** The headless shell: the tests take half the CPU time. */
const shell = '/usr/bin/chromium-headless-shell'

/** A Chromium of this machine, or that of Playwright. */
export function findChromium(): string | undefined {
  return [...known, chromium.executablePath()].find((path) => existsSync(path))
}

/** The fastest for tests. */
export function findHeadless(): string | undefined {
  return existsSync(shell) ? shell : findChromium()
}

/** Where distributions install the fonts used to view the screens. */
const fonts = [
  '/usr/share/fonts/truetype/liberation',
  '/usr/share/fonts/truetype/liberation2',
  '/usr/share/fonts/liberation',
  '/usr/share/fonts/liberation-fonts',
]

/** As root on Debian from its packages, else Chromium only, with Playwright's installer. */
function installMissing() {
  const lacksChromium = !findHeadless()
  const lacksFonts = process.platform === 'linux' && !fonts.some((folder) => existsSync(folder))
  if (!lacksChromium && !lacksFonts) return
  const packages = [
    ...(lacksChromium ? ['chromium-headless-shell'] : []),
    ...(lacksFonts ? ['fonts-liberation'] : []),
  ]
  const isDone = hasPackages
    ? installPackages(packages)
    : !lacksChromium || run('npx playwright install chromium')
  if (!isDone && lacksChromium) process.exit(1)
}

if (import.meta.main) installMissing()
