import { explain, type FieldProblem, sentenceOf } from '@coinless/contract/explain.ts'
import type { z } from 'zod'

/** Checks a form by the contract, so that screen and server say the same of a field. */
export function checkedBy(schema: z.ZodType) {
  return (values: object) => {
    const checked = schema.safeParse(values)
    return checked.success ? {} : fieldErrors(explain(checked.error.issues))
  }
}

/** What is wrong, by field, as a form shows it below its inputs. */
export function fieldErrors(problems: FieldProblem[]): Record<string, string> {
  return Object.fromEntries(problems.map((problem) => [problem.field, sentenceOf(problem)]))
}
