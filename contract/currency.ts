/** Currency of the installation. */
export interface Currency {
  /** ISO 4217 */
  code: string
  /** Digits after the decimal point: 0 or 2. */
  decimals: number
  /** As people of its country write it, such as '€'. */
  sign: string
}

interface Surroundings {
  process?: { env: Record<string, string | undefined> }
  document?: { querySelector: (selector: string) => { content?: string } | null }
}

const { process, document } = globalThis as Surroundings
/** A server reads CURRENCY; its pages carry the facts, so that a browser starts without Intl. */
export const currency: Currency =
  told(document?.querySelector('meta[name="coinless-currency"]')?.content) ??
  currencyOf(process?.env['CURRENCY'] || 'USD')

/** Content of the page's meta element, such as 'EUR 2 €'. */
export function currencyFacts(): string {
  return Object.values(currency).join(' ')
}

function told(content: string | undefined): Currency | undefined {
  const [code, decimals, sign] = content?.split(' ') ?? []
  return code && decimals && sign ? { code, decimals: Number(decimals), sign } : undefined
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
