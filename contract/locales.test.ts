import { afterEach, expect, test, vi } from 'vitest'
import { currencyCodes } from './currencies.ts'
import type { Language } from './languages.ts'

/** Regions where people speak a language. */
const regions: Record<Language, string> = {
  de: 'AT BE CH DE LI LU',
  en: 'AT AU CA CH CZ DE DK GB HK IE IL JP MY NO NZ PH PL RO SE SG US ZA',
  es: 'AR BO CL CO CR CU DO EC ES GT HN MX NI PA PE PR PY SV US UY VE',
  fr: 'BE CA CH FR LU',
  pt: 'BR CH LU MZ PT',
}

const tags = Object.entries(regions).flatMap(([language, its]) =>
  its.split(' ').map((region) => [language as Language, `${language}-${region}`] as const),
)

/** Here, Intl writes euros alone as in Ireland; Coinless writes them like other amounts. */
const otherwiseInEuros = /^en-(CH|CZ|DK|NO|PL|RO|SE)$/

/** Here the sign of the currency precedes a minus. */
const signBeforeMinus = /-(CH|CL|EC|PY|VE)$/

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

async function inCurrency(code: string) {
  vi.stubEnv('CURRENCY', code)
  vi.resetModules()
  const { currency } = await import('./currency.ts')
  return {
    currency,
    ...(await import('./locales.ts')),
    ...(await import('./money.ts')),
    ...(await import('./typed-number.ts')),
  }
}

test.each(currencyCodes)('writes amounts in %s as Intl does', async (code) => {
  const { currency, localeOf, formatAmount, toMinor } = await inCurrency(code)
  const amounts = [0, 5, 999, 1234, 12_345, 1_234_567].flatMap((amount) => [amount, -amount])
  for (const [language, tag] of tags) {
    if (code === 'EUR' && otherwiseInEuros.test(tag)) continue
    if (code === 'USD' && language === 'en' && tag !== 'en-US') continue
    const intl = new Intl.NumberFormat(tag, {
      ...{ style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' },
      minimumFractionDigits: currency.decimals,
      maximumFractionDigits: currency.decimals,
    })
    // A few signs are shorter or longer in one region.
    const wanted = (amount: number) =>
      intl
        .formatToParts(amount)
        .map(({ type, value }) => (type === 'currency' ? currency.sign : value))
        .join('')
    const compared = amounts
      .filter((amount) => !Object.is(amount, -0))
      .filter((amount) => amount >= 0 || !signBeforeMinus.test(tag))
    const locale = localeOf(language, ['nl-NL', tag])
    expect(compared.map((amount) => formatAmount(toMinor(amount), locale))).toEqual(
      compared.map(wanted),
    )
  }
})

test.each([
  ['DE-ch', 'de-CH'],
  ['de-Latn-CH', 'de-CH'],
  ['de-CH-1996', 'de-CH'],
  ['de-ch-u-co-phonebk', 'de-CH'],
  ['de-DE@euro', 'de-CA'],
  ['de-1996', 'de-CA'],
  ['de-x-ch', 'de-CA'],
  ['den-CH', 'de-CA'],
])('finds the region in %s', async (wanted, tag) => {
  const { localeOf } = await inCurrency('CAD')
  expect(localeOf('de', [wanted]).tag).toBe(tag)
})

test.each(['EUR', 'CHF', 'JPY'])(
  'reads amounts in %s as Intl writes them, or refuses them',
  async (code) => {
    const { currency, numberOf } = await inCurrency(code)
    const amounts = [0.5, 2.5, 999, 1234, 12_345.5, 1_234_567].map((amount) =>
      currency.decimals === 0 ? Math.ceil(amount) : amount,
    )
    for (const [, tag] of tags) {
      const plain = new Intl.NumberFormat(tag)
      const decimals = new Intl.NumberFormat(tag, { minimumFractionDigits: currency.decimals })
      const signed = new Intl.NumberFormat(tag, {
        ...{ style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' },
      })
      for (const amount of amounts) {
        expect(numberOf(decimals.format(amount)), tag).toBe(amount)
        expect([amount, plain.format(amount)], tag).toContain(numberOf(plain.format(amount)))
        // Swiss German has a code where others have a sign.
        expect(numberOf(signed.format(amount)), tag).toBe(amount)
      }
    }
  },
)

test('writes numbers, percentages and hours as Intl does', async () => {
  const { localeOf, localNumber } = await inCurrency('EUR')
  for (const [language, tag] of tags) {
    const { percent, hours, ...locale } = localeOf(language, [tag])
    const intl = new Intl.NumberFormat(tag)
    // There, Intl writes amounts unlike other numbers; Coinless writes all like amounts.
    const isSplit = ['de-AT', 'en-DE', 'fr-CH'].includes(tag)
    const numbers = isSplit ? ['999'] : ['1.5', '999', '1234.5', '12345.5', '-1234567']
    expect(numbers.map((plain) => localNumber(plain, { percent, hours, ...locale }))).toEqual(
      numbers.map((plain) => intl.format(Number(plain))),
    )
    expect(`12${percent}`).toBe(new Intl.NumberFormat(tag, { style: 'percent' }).format(0.12))
    const clock = new Intl.DateTimeFormat(tag, { timeStyle: 'short' })
    expect(hours === 'h').toBe(clock.resolvedOptions().hourCycle === 'h12')
    // French in Canada writes '09 h 07', here '09:07'.
    // English in Denmark writes '09.07'.
    const [hour] = clock.format(new Date(2026, 0, 5, 9, 7)).split(/[:.]| h /)
    expect(hour).toBe(hours === 'HH' ? '09' : '9')
  }
})

test.each([
  ['USD', 'en', ['en-GB'], 'en-US'],
  ['EUR', 'en', ['en-US'], 'en-US'],
  ['GBP', 'en', [], 'en-GB'],
  ['JPY', 'en', ['ja-JP'], 'en-JP'],
  ['USD', 'es', ['en-US'], 'es-US'],
  ['MXN', 'es', ['es'], 'es-MX'],
  ['EUR', 'es', [], 'es-EU'],
] as const)('in %s, %s with %j is %s', async (code, language, wanted, tag) => {
  const { localeOf } = await inCurrency(code)
  expect(localeOf(language, wanted).tag).toBe(tag)
})
