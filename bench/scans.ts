import { isKept, Phone, phoneSlowness } from './phone.ts'
import { SlowLine } from './slow-line.ts'
import { median, rounded } from './statistics.ts'

/** A code is selected, and the button shows the amount. */
const canPay = `document.querySelector('input[type=radio]:checked') && usable(/^Pay [$]/)`
const canPayByTyping = 'usable(/^Pay [$]/)'
const canBegin = 'usable(/guest/)'

export interface Scanned {
  /** Address of the server. */
  address: string
  sticker: string
  /** An access token of a holder of a code that pays there. */
  token: string
}

/** Median milliseconds from opening a machine's QR code until its button is usable. */
export async function benchScans(scanned: Scanned, rounds: number) {
  await using running = new AsyncDisposableStack()
  const line = await SlowLine.before(scanned.address)
  running.defer(() => line.stop())
  const path = `/m/${scanned.sticker}`
  const visits: Record<string, number[]> = {}
  for (let n = 0; n < rounds; n++) {
    const times = await scans(line.address, path, scanned.token)
    for (const [visit, ms] of Object.entries(times)) {
      visits[visit] = [...(visits[visit] ?? []), ms]
    }
  }
  return Object.entries(visits).map(([visit, times]) => ({
    visit,
    ms: rounded(median(times)),
    from: rounded(Math.min(...times)),
    to: rounded(Math.max(...times)),
  }))
}

async function scans(address: string, path: string, token: string) {
  await using running = new AsyncDisposableStack()
  const slowness = await phoneSlowness(address)
  const known = await Phone.start(address, slowness)
  const unknown = await Phone.start(address, slowness)
  running.defer(() => known.stop())
  running.defer(() => unknown.stop())
  await known.signIn(token)
  const cold = await known.timed(path, canPay, async (page) => {
    await isKept(page)
    return 0
  })
  const warm = await known.timed(path, canPay)
  const guest = await unknown.timed(path, canBegin, async (page, until) => {
    const begun = await page.evaluate<number>('performance.now()')
    await page.getByRole('button', { name: /guest/ }).tap()
    return (await until(canPayByTyping)) - begun
  })
  return {
    'Pay, empty cache': cold.ms,
    'Pay, the app kept': warm.ms,
    'Continue as guest, empty cache': guest.ms,
    'Pay, after Continue as guest': guest.after,
  }
}
