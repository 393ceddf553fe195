import { currentLanguage, currentLocale } from '../../shared/texts/texts.ts'

/** Placeholder where the earlier period has no data. */
export const noData = '–'
/** A larger increase says only that there was hardly anything to compare with. */
const increaseMax = 9.99

interface Days {
  from: string
  until: string
}

/** Calendar days as 'Oct 1–26', with the year unless it is the current one. Breaks only after the dash. */
export function datesOf({ from, until }: Days, thisYear = new Date().getFullYear()): string {
  const isThisYear = [from, until].every((day) => day.startsWith(`${thisYear}-`))
  const language = currentLanguage()
  return (
    new Intl.DateTimeFormat(language === 'en' ? currentLocale().tag : language, {
      ...{ month: 'short', day: 'numeric', timeZone: 'UTC' },
      ...(!isThisYear && { year: 'numeric' }),
    })
      .formatRange(new Date(from), new Date(until))
      // Between two numbers, English has thin spaces around the dash.
      .replace(/(\d)\s*–\s*(\d+)(?=$|,)/, '$1–$2')
      .replace(/(?<!–)\s(?!–)/g, '\u00a0')
      .replace(/\s–\s/, '\u00a0– ')
  )
}

const percents = new Map<string, Intl.NumberFormat>()

/** '+12%' or '-5%'. A dash if there was nothing earlier, or more refunds than payments. */
export function changeFrom(before: number, now: number): string {
  if (before <= 0) return noData
  const increase = now / before - 1
  const { tag } = currentLocale()
  const format =
    percents.get(tag) ?? new Intl.NumberFormat(tag, { style: 'percent', signDisplay: 'exceptZero' })
  percents.set(tag, format)
  return increase > increaseMax ? `>${format.format(increaseMax)}` : format.format(increase)
}
