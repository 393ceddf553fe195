import type { Language } from './languages.ts'
import type { RefusalCode, RefusalFacts } from './refusals.ts'
import { refusalTexts } from './texts/texts.ts'

/** For the server: screens do not load the sentences of all languages. */
export function sentenceOfRefusal<Code extends RefusalCode>(
  code: Code,
  facts: RefusalFacts<Code>,
  language: Language,
): string {
  const text: string | ((facts: never) => string) = refusalTexts[language][code]
  return typeof text === 'function' ? text(facts as never) : text
}
