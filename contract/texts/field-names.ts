import { inEachLanguage } from './in-each-language.ts'

type Names = Record<string, string>

/** Labels of all fields that a call takes. */
export const fieldNames = await inEachLanguage<Names>(async (language) => {
  const files = ['first', 'screens'].map(
    (name) => import(`./${language}/${name}.json`, { with: { type: 'json' } }),
  )
  const [first, screens] = await Promise.all(files)
  return { ...first.default.field, ...screens.default.field }
})
