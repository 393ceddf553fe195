import { limits } from '@coinless/contract/limits.ts'
import type { CodeBatch } from '@coinless/contract/prepaid-code-batches.ts'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { expect, type Person, test } from './person.ts'
import { type Cut, canScan, scanned } from './scanned.ts'

/** `npm run test:long` prints a batch of the maximum size. */
const cards = Number(process.env.CARDS ?? 20)
const a4: Cut = { left: 15, top: 18.5, width: 90, height: 65, columns: 2, rows: 4 }

async function codesOf(as: Person, id: string) {
  const codes: string[] = []
  for (let page = 1; codes.length < cards; page++) {
    const path = `/prepaid-codes?batch_id=${id}&limit=${limits.listLimitMax}&page=${page}`
    const { data } = await as.call<{ data: PrepaidCode[] }>('GET', path)
    codes.push(...data.map(({ code }) => code))
  }
  return codes
}

test('prints on each card, cut from its sheet, how to pay and a QR code that leads there with its code', async ({
  page,
  landlord,
}) => {
  // biome-ignore lint/suspicious/noSkippedTests: where no program draws a PDF
  test.skip(!canScan, 'Needs pdftoppm: apt install poppler-utils')
  test.setTimeout(60_000 + cards * 200)
  await landlord.verify()
  const { id } = await landlord.call<CodeBatch>('POST', '/prepaid-code-batches', {
    customers: Array.from({ length: cards }, (_, n) => ({ customer_name: `Tenant ${n + 1}` })),
    balance: 10,
  })
  await landlord.signInAt(page)
  await page.goto(`/prepaid-codes/batches/${id}/cards?paper=a4`)
  const print = page.getByRole('button', { name: 'Print' })
  await expect(print).toBeEnabled({ timeout: 60_000 + cards * 50 })
  const { host } = new URL(page.url())
  const howTo = page.getByRole('img', { name: 'Scan at a machine, or type this code' })
  await expect(howTo).toHaveCount(cards)
  await expect(page.getByRole('img', { name: `${landlord.fullName} · ${host}` })).toHaveCount(cards)
  const pages = await scanned(await page.pdf({ preferCSSPageSize: true }), a4)
  const codes = await codesOf(landlord, id)
  const read = pages.flat()
  expect(pages).toHaveLength(Math.ceil(cards / (a4.columns * a4.rows)))
  expect(read.slice(0, cards)).toEqual(
    codes.map((code) => `${new URL(page.url()).origin}/payments#code=${code}`),
  )
  expect(read.slice(cards).filter(Boolean)).toEqual([])
})
