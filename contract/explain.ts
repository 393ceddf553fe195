import type { z } from 'zod'
import { defaultLanguage, type Language, type Sentence } from './languages.ts'
import { isProblem, limitProblems, type Problem, problems, spanishFieldNames } from './problems.ts'

/** What is wrong with one field: a text of problems.ts. */
export interface FieldProblem {
  field: string
  message: string
}

/** Turns a failed check of an endpoint's input into one plain statement for each field. */
export function explain(
  issues: readonly z.core.$ZodIssue[],
  language: Language = defaultLanguage,
): FieldProblem[] {
  return issues.flatMap((issue): FieldProblem[] => {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        field: [...path, key].join('.'),
        message: problems.unknown_field[language],
      }))
    }
    return [{ field: path.join('.') || 'body', message: describe(issue)[language] }]
  })
}

/** 'Price must be 0 or more.' A message that is a sentence of its own stands alone. */
export function sentenceOf(
  { field, message }: FieldProblem,
  language: Language = defaultLanguage,
): string {
  if (/^\p{Lu}/u.test(message)) return /[.!?]$/.test(message) ? message : `${message}.`
  const name = field.split('.').at(-1) ?? field
  const separator = language === 'es' ? ': ' : ' '
  return `${nameOfField(name, language)}${separator}${message}.`
}

/** A field of the contract as people read it: 'Device number'. */
export function nameOfField(name: string, language: Language): string {
  if (language === 'es') return spanishFieldNames[name] ?? name
  const words = name.replace(/_minutes$/, '_in_minutes').replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
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

function describe(issue: z.core.$ZodIssue): Sentence {
  // A schema of the contract may name the problem itself, or say what it is.
  if (isProblem(issue.message)) return problems[issue.message]
  if (issue.code === 'custom' && issue.params) return issue.params as Sentence
  switch (issue.code) {
    case 'invalid_type':
      return problems[isMissing(issue) ? 'required' : (problemOfType[issue.expected] ?? 'invalid')]
    case 'invalid_value':
      return limitProblems.oneOf(issue.values.join(', '))
    case 'invalid_format':
      return problems[problemOfFormat[issue.format] ?? 'invalid']
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    default:
      return problems.invalid
  }
}

function isMissing(issue: z.core.$ZodIssue): boolean {
  return issue.message.endsWith('received undefined')
}

function tooSmall({ origin, minimum }: z.core.$ZodIssueTooSmall): Sentence {
  if (origin !== 'string') return limitProblems.orMore(Number(minimum))
  return minimum === 1 ? problems.empty : limitProblems.atLeastCharacters(Number(minimum))
}

function tooBig({ origin, maximum }: z.core.$ZodIssueTooBig): Sentence {
  return origin === 'string'
    ? limitProblems.atMostCharacters(Number(maximum))
    : limitProblems.orLess(Number(maximum))
}
