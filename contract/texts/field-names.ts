import { inEachLanguage } from './in-each-language.ts'

/** Labels of all fields that a call takes, for the server. Screens load the texts of one language. */
export const fieldNames = await inEachLanguage<Record<string, string>>(async (language) => {
  const first = await import(`./${language}/first.json`, { with: { type: 'json' } })
  const screens = await import(`./${language}/screens.json`, { with: { type: 'json' } })
  return { ...first.default.field, ...screens.default.field }
})
