import type { z } from 'zod'

/** What is wrong with one field, as the end of a sentence that begins with the field's name. */
export interface FieldProblem {
  field: string
  message: string
}

/** Turns a failed check of an endpoint's input into one plain statement for each field. */
export function explain(issues: readonly z.core.$ZodIssue[]): FieldProblem[] {
  return issues.flatMap((issue): FieldProblem[] => {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        field: [...path, key].join('.'),
        message: 'is not a known field',
      }))
    }
    return [{ field: path.join('.') || 'body', message: describe(issue) }]
  })
}

/** 'Price must be 0 or more.' A message that is a sentence of its own stands alone. */
export function sentenceOf({ field, message }: FieldProblem): string {
  if (/^[A-Z]/.test(message)) return /[.!?]$/.test(message) ? message : `${message}.`
  const words = field.split('.').at(-1)?.replaceAll('_', ' ') ?? field
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${message}.`
}

const formats: Record<string, string> = {
  uuid: 'is not a valid id',
  email: 'must be an email address',
  datetime: 'must be a date and time in UTC',
}

const nouns: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

function describe(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'custom':
      return issue.message
    case 'invalid_type':
      return isMissing(issue) ? 'is required' : `must be ${nouns[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be one of: ${issue.values.join(', ')}`
    case 'invalid_format':
      return formats[issue.format] ?? issue.message
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    default:
      return 'is not valid'
  }
}

function isMissing(issue: z.core.$ZodIssue): boolean {
  return issue.message.endsWith('received undefined')
}

function tooSmall(issue: z.core.$ZodIssueTooSmall): string {
  const hasOwnMessage = !issue.message.startsWith('Too small')
  if (hasOwnMessage) return issue.message
  if (issue.origin !== 'string') return `must be ${issue.minimum} or more`
  return issue.minimum === 1
    ? 'must not be empty'
    : `must have at least ${issue.minimum} characters`
}

function tooBig(issue: z.core.$ZodIssueTooBig): string {
  if (issue.origin !== 'string') return `must be ${issue.maximum} or less`
  return `must have at most ${issue.maximum} characters`
}
