import type { z } from 'zod'
import type { Language } from './languages.ts'
import type { FieldTexts } from './texts/field-texts.ts'
import { isAmbiguous } from './typed-number.ts'

/** Problem of a field, as named by schemas of the contract. */
export type Problem = keyof FieldTexts['problems']

/** A problem with a sentence of its own. */
export interface Explained {
  sentence: (language: Language) => string
}

export interface FieldProblem {
  field: string
  message: string
}

/** Turns validation issues into one plain statement per field. */
export function explain(issues: readonly z.core.$ZodIssue[], texts: FieldTexts): FieldProblem[] {
  return issues.flatMap((issue): FieldProblem[] => {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        field: [...path, key].join('.'),
        message: texts.problems.unknown_field,
      }))
    }
    const within = issue.code === 'invalid_union' ? closest(issue.errors) : undefined
    if (within) {
      return explain(
        within.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
        texts,
      )
    }
    return [{ field: path.join('.') || 'body', message: describe(issue, texts) }]
  })
}

/** Issues of the closest form, where a field may have several; undefined if two are equally close. */
function closest(forms: readonly z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  const [first, second] = forms.toSorted((one, other) => one.length - other.length)
  return first && first.length < (second?.length ?? 0) ? first : undefined
}

/**
 * 'Price must be 0 or more.' A message that is already a sentence is returned alone.
 * @param nameOf fieldName, with the texts that the caller has loaded
 */
export function sentenceOf(
  { field, message }: FieldProblem,
  texts: FieldTexts,
  nameOf: (field: string) => string,
): string {
  const line = lineIn(field)
  if (line) return texts.inLine(line, sentenceOf({ field: wordIn(field), message }, texts, nameOf))
  if (/^\p{Lu}/u.test(message)) return /[.!?]$/.test(message) ? message : `${message}.`
  return texts.statement(nameOf(wordIn(field)), message)
}

/** Line of a field in a list, from 1: 'customers.16.customer_email' is on line 17. */
function lineIn(field: string): number | undefined {
  const index = /\.(\d+)\.\D/.exec(field)?.[1]
  return index === undefined ? undefined : Number(index) + 1
}

/** Last name in the path of a field; for a list item, the name of the list. */
function wordIn(field: string): string {
  return field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field
}

const problemOfFormat: Record<string, Problem> = {
  uuid: 'not_an_id',
  email: 'not_an_email',
  datetime: 'not_a_time',
}

const problemOfType: Record<string, Problem> = {
  string: 'not_text',
  number: 'not_a_number',
  int: 'not_whole',
  boolean: 'not_a_boolean',
  object: 'not_an_object',
  record: 'not_an_object',
  array: 'not_a_list',
}

function describe(issue: z.core.$ZodIssue, texts: FieldTexts): string {
  const { problems, limitProblems } = texts
  // A schema of the contract may name the problem, or provide its own sentence.
  if (issue.message in problems) return problems[issue.message as Problem]
  if (issue.code === 'custom' && issue.params)
    return (issue.params as Explained).sentence(texts.language)
  switch (issue.code) {
    case 'invalid_type':
      if (typeof issue.input === 'string' && isNumber(issue) && isAmbiguous(issue.input)) {
        return problems.ambiguous_number
      }
      return problems[isMissing(issue) ? 'required' : (problemOfType[issue.expected] ?? 'invalid')]
    case 'invalid_value':
      return limitProblems.oneOf(issue.values.join(', '))
    case 'invalid_format':
      return problems[problemOfFormat[issue.format] ?? 'invalid']
    case 'too_small':
      return tooSmall(issue, texts)
    case 'too_big':
      return tooBig(issue, texts)
    default:
      return problems.invalid
  }
}

function isNumber({ expected }: z.core.$ZodIssueInvalidType): boolean {
  return expected === 'number' || expected === 'int'
}

function isMissing(issue: z.core.$ZodIssue): boolean {
  return issue.message.endsWith('received undefined')
}

function tooSmall(
  { origin, minimum }: z.core.$ZodIssueTooSmall,
  { problems, limitProblems }: FieldTexts,
): string {
  if (origin !== 'string') return limitProblems.orMore(Number(minimum))
  return minimum === 1 ? problems.empty : limitProblems.atLeastCharacters(Number(minimum))
}

function tooBig(
  { origin, maximum }: z.core.$ZodIssueTooBig,
  { limitProblems }: FieldTexts,
): string {
  if (origin === 'array') return limitProblems.atMostLines(Number(maximum))
  return origin === 'string'
    ? limitProblems.atMostCharacters(Number(maximum))
    : limitProblems.orLess(Number(maximum))
}
