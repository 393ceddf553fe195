import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** As root Chromium refuses its sandbox; the other flags keep it from calling home. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** One that draws no windows: the tests take half the processor's time. */
const shell = '/usr/bin/chromium-headless-shell'

/** A Chromium of this machine, or Playwright's own. */
export function findChromium(): string | undefined {
  return [...known, chromium.executablePath()].find((path) => existsSync(path))
}

/** The quickest for tests. */
export function findHeadless(): string | undefined {
  return existsSync(shell) ? shell : findChromium()
}

/** As root on Debian from its packages, elsewhere with Playwright's installer. */
function install() {
  const isRoot = process.getuid?.() === 0
  const commands =
    isRoot && existsSync('/usr/bin/apt-get')
      ? [
          'apt-get update',
          'apt-get install --yes --no-install-recommends chromium-headless-shell fonts-liberation',
        ]
      : ['npx playwright install chromium']
  for (const command of commands) {
    console.log(`No Chromium found: ${command}`)
    const { status } = spawnSync(command, {
      shell: true,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status !== 0) process.exit(status ?? 1)
  }
}

if (import.meta.main && !findHeadless()) install()
