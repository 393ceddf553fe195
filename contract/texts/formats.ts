import type { Language } from '../languages.ts'
import { localeOf, localNumber } from '../locales.ts'
import { formatAmount, type MinorUnits } from '../money.ts'

/** How sentences of a language write amounts and counts, where the reader's region is unknown. */
export function formatsOf(language: Language) {
  const locale = localeOf(language)
  return {
    /** For Intl. */
    tag: locale.tag,
    formatMoney: (amount: MinorUnits) => formatAmount(amount, locale),
    formatPercent: (percent: number) => localNumber(String(percent), locale) + locale.percent,
    formatCount: (count: number) => localNumber(String(count), locale),
  }
}
