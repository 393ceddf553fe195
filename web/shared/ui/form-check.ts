import { explain, type FieldProblem, sentenceOf } from '@coinless/contract/explain.ts'
import type { z } from 'zod'
import { currentFieldTexts, fieldName } from '../texts/texts.ts'

/** Checks a form with the contract's schema, so that screen and server report the same errors. */
export function checkedBy(schema: z.ZodType) {
  return (values: object) => {
    const checked = schema.safeParse(values, { reportInput: true })
    if (checked.success) return {}
    return fieldErrors(explain(checked.error.issues, currentFieldTexts()))
  }
}

/** Errors by field, as a form shows them below its inputs. */
export function fieldErrors(problems: FieldProblem[]): Record<string, string> {
  const texts = currentFieldTexts()
  return Object.fromEntries(
    problems.map((problem) => [problem.field, sentenceOf(problem, texts, fieldName)]),
  )
}
