/** Currency of the installation. */
export interface Currency {
  /** ISO 4217 */
  code: string
  /** Digits after the decimal point: 0 or 2. */
  decimals: number
  /** Such as '€' or 'CHF'. */
  sign: string
}

interface Surroundings {
  process?: { env: Record<string, string | undefined> }
  document?: { querySelector: (selector: string) => { content?: string } | null }
}

const { document } = globalThis as Surroundings
/** The build of the app sets it to undefined, so that pages load only `told`. */
const server = (globalThis as Surroundings).process

/** A server reads CURRENCY; its pages carry the facts, so that a browser starts without Intl. */
export const currency: Currency = server
  ? currencyOf(server.env.CURRENCY || 'USD')
  : told(document?.querySelector('meta[name="coinless-currency"]')?.content)

/** Content of the page's meta element, such as 'EUR 2 €'. */
export function currencyFacts(): string {
  return Object.values(currency).join(' ')
}

function told(facts = 'USD 2 $'): Currency {
  const [code = '', decimals, sign = ''] = facts.split(' ')
  return { code, decimals: Number(decimals), sign }
}

function currencyOf(code: string): Currency {
  if (code === 'USD' || !/^[A-Z]{3}$/.test(code)) return { code: 'USD', decimals: 2, sign: '$' }
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  })
  const { maximumFractionDigits: decimals = 2 } = format.resolvedOptions()
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code
  return { code, decimals, sign }
}
