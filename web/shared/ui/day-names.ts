import { currentLanguage, currentLocale } from '../texts/texts.ts'

const options = {
  weekday: { weekday: 'short' },
  long: { weekday: 'short', day: 'numeric', month: 'short' },
} as const

function dayOf(isoDate: string, form: keyof typeof options): string {
  const language = currentLanguage()
  const tag = language === 'en' ? currentLocale().tag : language
  return new Intl.DateTimeFormat(tag, { ...options[form], timeZone: 'UTC' }).format(
    new Date(isoDate),
  )
}

/** 'Mon' */
export const weekdayOf = (isoDate: string) => dayOf(isoDate, 'weekday')

/** A calendar day as 'Mon, Jan 5'. */
export const longDay = (isoDate: string) => dayOf(isoDate, 'long')
