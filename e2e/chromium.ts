import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

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
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    const packages = [
      ...(lacksChromium ? ['chromium-headless-shell'] : []),
      ...(lacksFonts ? ['fonts-liberation'] : []),
    ]
    const install = `apt-get install --yes --no-install-recommends ${packages.join(' ')}`
    const isDone = run('apt-get update') && run(install)
    if (!isDone && lacksChromium) process.exit(1)
  } else if (lacksChromium && !run('npx playwright install chromium')) process.exit(1)
}

function run(command: string): boolean {
  console.log(`The tests of the screens need more: ${command}`)
  const { status } = spawnSync(command, {
    shell: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status === 0
}

if (import.meta.main) installMissing()
