import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Locator, type Page } from '@playwright/test'
import { chromiumFlags, findChromium } from '../e2e/chromium.ts'
import { rounded } from './statistics.ts'

const lighthouse = 'lighthouse@13.5.0'
/**
 * Lighthouse benchmark index of the reference machine, idle: 2,540 to 2,850 (docs/operate/performance.md). A
 * phone is a quarter of it. Slower machines are throttled less.
 */
const referenceIndex = 2_700
const quarter = 4
const narrow = { width: 412, height: 823 }
/** Pause for a user to see the result of a tap. */
const lookMs = 500
const keyMs = 100
const patienceMs = 60_000

/** In the page: milliseconds from a key or a tap to the paint of its result. */
const watchInteractions = `
  globalThis.slowestInteraction = 0
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId) slowestInteraction = Math.max(slowestInteraction, duration)
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

type Until = (condition: string) => Promise<number>

/** In the page: the time from which a button is usable. */
const watchButtons = `
  globalThis.usable = (name) => [...document.querySelectorAll('button')].some(
    ({ textContent, disabled }) => name.test(textContent) && !disabled)
  globalThis.until = (isSo) => new Promise((resolve, reject) => {
    const look = () => {
      if (isSo()) setTimeout(() => resolve(performance.now()))
      else if (performance.now() > ${patienceMs}) reject(new Error('not so: ' + isSo))
      else requestAnimationFrame(look)
    }
    look()
  })`

/** A Chromium with its own profile that emulates a phone. */
export class Phone {
  private readonly address: string
  private readonly folder: string
  private readonly profile: string
  private readonly slowness: number

  private constructor(address: string, folder: string, slowness: number) {
    this.address = address
    this.folder = folder
    this.profile = join(folder, 'profile')
    this.slowness = slowness
  }

  /** @param slowness of `phoneSlowness` */
  static async start(address: string, slowness = 1): Promise<Phone> {
    return new Phone(address, await mkdtemp(join(tmpdir(), 'coinless-phone-')), slowness)
  }

  /** @param token an access token, which is not renewed */
  async signIn(token: string): Promise<void> {
    const headers = { authorization: `Bearer ${token}` }
    const me = await fetch(`${this.address}/api/users-me`, { headers })
    const stored = { user: await me.text(), access_token: token, refresh_token: 'never used' }
    await this.withPage(async (page) => {
      await page.goto(`${this.address}/robots.txt`)
      await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(stored)})`)
    })
  }

  /**
   * Scores from 0 to 100 with Lighthouse's slow network, this phone's processor and an empty cache. The
   * session stays.
   */
  async lighthouse(path: string) {
    const file = join(this.folder, 'report.json')
    const flags = ['--headless', `--user-data-dir=${this.profile}`, ...chromiumFlags]
    const call = [
      ...['exec', '--yes', '--package', lighthouse, '--', 'lighthouse', this.address + path],
      ...['--quiet', `--chrome-flags=${flags.join(' ')}`],
      ...['--output=json', `--output-path=${file}`],
      '--only-categories=performance,accessibility,best-practices,seo',
      `--throttling.cpuSlowdownMultiplier=${this.slowness}`,
    ]
    const CHROME_PATH = findChromium()
    // Lighthouse cannot drive the headless shell of the tests.
    if (!CHROME_PATH) throw new Error('Chromium is missing: apt install chromium')
    const env = { ...process.env, CHROME_PATH }
    const run = () => promisify(execFile)('npm', call, { env })
    // Lighthouse occasionally loses the trace of its browser and reports that.
    await run().catch((error) => {
      if (!String(error.stderr).includes('run Lighthouse again')) throw error
      return run()
    })
    const { categories, audits, environment } = JSON.parse(await readFile(file, 'utf8'))
    const score = (name: string) => Math.round(100 * categories[name].score)
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      largestPaintSeconds: rounded(audits['largest-contentful-paint'].numericValue / 1000),
      blockedMs: rounded(audits['total-blocking-time'].numericValue),
      processorIndex: environment.benchmarkIndex,
    }
  }

  /** Milliseconds to the next paint of the slowest interaction: a key, a choice or a page. */
  async slowestInteraction(path: string): Promise<number> {
    return this.withPage(async (page) => {
      await page.addInitScript({ content: watchInteractions })
      await page.goto(this.address + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await isKept(page)
      await isThere(page)
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: this.slowness })
      await use(page)
      return page.evaluate<number>('slowestInteraction')
    })
  }

  /**
   * Milliseconds from opening an address until a condition holds in the page, with the phone's processor,
   * then the further measurements.
   */
  async timed(
    path: string,
    condition: string,
    further: (page: Page, until: Until) => Promise<number> = async () => 0,
  ): Promise<{ ms: number; after: number }> {
    return this.withPage(async (page) => {
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: this.slowness })
      await page.addInitScript({ content: watchButtons })
      await page.goto(this.address + path, { waitUntil: 'commit' })
      const until: Until = (isSo) => page.evaluate<number>(`until(() => ${isSo})`)
      const ms = await until(condition)
      return { ms, after: await further(page, until) }
    })
  }

  async stop(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }

  private async withPage<T>(use: (page: Page) => Promise<T>): Promise<T> {
    const executablePath = findChromium()
    const context = await chromium.launchPersistentContext(this.profile, {
      ...(executablePath && { executablePath }),
      viewport: narrow,
      hasTouch: true,
      isMobile: true,
      args: chromiumFlags,
    })
    try {
      return await use(await context.newPage())
    } finally {
      await context.close()
    }
  }
}

/** How many times slower a phone is than this machine under its current load. */
export async function phoneSlowness(address: string): Promise<number> {
  const phone = await Phone.start(address)
  try {
    const { processorIndex } = await phone.lighthouse('/auth')
    return Math.max(1, (quarter * processorIndex) / referenceIndex)
  } finally {
    await phone.stop()
  }
}

/** Waits until the service worker has all files. */
export async function isKept(page: Page): Promise<void> {
  await page.evaluate(`navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated' ||
    new Promise((resolve) => active.addEventListener('statechange', resolve)))`)
}

/** Uses a list with real keys and taps. */
async function use(page: Page) {
  const next = page.getByRole('button', { name: 'Next' })
  if ((await next.isVisible()) && (await next.isEnabled())) {
    await tap(page, next)
    await isThere(page)
  }
  const filter = page.getByRole('main').getByRole('combobox').first()
  if (await filter.isVisible()) {
    await filter.focus()
    await page.keyboard.press('ArrowDown')
    await isThere(page)
    await page.keyboard.press('ArrowUp')
    await isThere(page)
  }
  const search = page.getByRole('searchbox').first()
  if (await search.isVisible()) {
    await tap(page, search)
    await isThere(page)
    await page.keyboard.type('M-77', { delay: keyMs })
    await isThere(page)
  }
  await tap(page, page.getByRole('button', { name: 'Toggle sidebar' }))
  const dashboard = page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Dashboard' })
  await dashboard.waitFor()
  await isThere(page)
  await tap(page, dashboard)
  await page.waitForURL('**/dashboard')
  await isThere(page)
}

/** By coordinates: Playwright's taps inspect the page, which would be measured too. */
async function tap(page: Page, target: Locator) {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('no button to tap')
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

async function isThere(page: Page) {
  await page.waitForTimeout(lookMs)
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
}
