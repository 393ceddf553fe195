import { explain, type FieldProblem, sentenceOf } from '@coinless/contract/explain.ts'
import type { Language } from '@coinless/contract/languages.ts'
import type { z } from 'zod'
import { currentLanguage, fieldName } from '../texts/texts.ts'

/** Checks a form by the contract, so that screen and server say the same of a field. */
export function checkedBy(schema: z.ZodType) {
  return (values: object) => {
    const checked = schema.safeParse(values, { reportInput: true })
    if (checked.success) return {}
    const language = currentLanguage()
    return fieldErrors(explain(checked.error.issues, language), language)
  }
}

/** What is wrong, by field, as a form shows it below its inputs. */
export function fieldErrors(problems: FieldProblem[], language: Language): Record<string, string> {
  return Object.fromEntries(
    problems.map((problem) => [problem.field, sentenceOf(problem, language, fieldName)]),
  )
}
