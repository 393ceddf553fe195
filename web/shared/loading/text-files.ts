import type { Language } from '@coinless/contract/languages.ts'
import type { FieldTexts } from '@coinless/contract/texts/field-texts.ts'
import type { Texts } from '../texts/texts.ts'

type Load = () => Promise<{ default: Texts }>

const loaders = import.meta.glob<{ default: Texts }>(
  '../../../contract/texts/*/{first,screens,later}.json',
)

const fieldLoaders = import.meta.glob<FieldTexts>('../../../contract/texts/*/fields.ts', {
  import: 'fields',
})

/** Messages about fields, in the file of the first texts. */
export async function loadFieldTexts(language: Language): Promise<FieldTexts | undefined> {
  return fieldLoaders[`../../../contract/texts/${language}/fields.ts`]?.()
}

/**
 * Texts shown before sign-in, then those of the screens behind it, then those of rarely visited screens. Saves 20 kB
 * of 171 for the sign-in screen and 10 kB of 212 for a scanned machine.
 */
export function textFiles(language: Language): Load[] {
  const paths = ['first', 'screens', 'later'].map(
    (name) => `../../../contract/texts/${language}/${name}.json`,
  )
  return paths.flatMap((path) => loaders[path] ?? [])
}
