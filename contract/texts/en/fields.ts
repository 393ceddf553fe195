import { currency } from '../../currency.ts'
import type { Language } from '../../languages.ts'
import { limits } from '../../limits.ts'
import { revenueLimits } from '../../revenue-limits.ts'
import { formatsOf } from '../formats.ts'

const { formatCount } = formatsOf('en')

/** Messages about the fields of a form or call, for screens and server. */
export const fields = {
  language: 'en' as Language,
  statement: (name: string, problem: string) => `${name} ${problem}.`,
  /** Problem of one line of a list. */
  tooManyCells: 'Only name, email and phone number are allowed here.',
  brokenQuotes: 'A quotation mark is not closed or is inside a value.',
  inLine: (line: number, statement: string) => `Line ${line}: ${statement}`,
  /** Ends a statement. A text that begins with a capital letter is a sentence of its own. */
  problems: {
    unknown_field: 'is not a known field',
    required: 'is required',
    invalid: 'is not valid',
    empty: 'must not be empty',
    control_characters: 'must not contain control characters',
    half_character: 'must not contain half a character (a lone surrogate)',
    repeated: 'must be given only once',
    dots_alone: 'must not be only dots',
    not_an_id: 'is not a valid id',
    not_in_room: 'is not in this room',
    not_a_sticker: 'That isn’t a valid sticker number. Check the digits',
    not_an_email: 'must be an email address',
    not_a_web_address: 'must be an http or https address',
    none_chosen: 'Choose at least one',
    not_a_time: 'must be a date and time with a time zone, such as 2027-01-31T18:00:00Z',
    not_a_time_of_day: 'must be a time of day such as 22:00',
    not_a_quarter: 'must be on a quarter of an hour, such as 22:15',
    times_overlap: 'These times overlap others',
    one_for_each_programme: 'must contain one for each programme',
    not_the_first_programme: 'must begin with the device’s price and duration',
    not_a_time_zone: 'must be a time zone such as America/New_York',
    not_a_day: 'must be a day such as 2026-01-31',
    in_the_past: 'must not be in the past',
    period_or_days: 'must be omitted when there is a period',
    before_the_first_day: 'must not be before the first day',
    as_long_as_a_slot: 'must be less than the minutes of each slot',
    too_many_days: `must be at most ${revenueLimits.revenueDays} days from the first one`,
    not_text: 'must be text',
    not_a_number: 'must be a number',
    ambiguous_number: 'Thousands or decimals? Type 1500 or 1.50.',
    not_whole: 'must be a whole number',
    not_a_boolean: 'must be true or false',
    not_an_object: 'must be an object',
    not_a_list: 'must be a list',
    above_duration: 'must not be more than the duration',
    one_of_two: 'or customers must be given, but not both',
    zero: 'must not be 0',
    photo_too_large: `The photo can have at most ${limits.photoBytes / 1024 / 1024} MB`,
    not_base64: 'must be in base64',
    too_many_decimals:
      currency.decimals === 0 ? 'must be a whole number' : 'must have at most 2 decimals',
    two_decimals: 'must have at most 2 decimals',
    code_characters: 'can contain only letters, digits and hyphens',
    short_password: `Password must be at least ${limits.passwordMin} characters`,
  },
  /** Problems with a limit. */
  limitProblems: {
    oneOf: (values: string) => `must be one of: ${values}`,
    orMore: (limit: number) => `must be ${limit} or more`,
    orLess: (limit: number) => `must be ${limit} or less`,
    atLeastCharacters: (limit: number) => `must have at least ${limit} characters`,
    atMostLines: (limit: number) => `must have at most ${formatCount(limit)} lines`,
    atMostCharacters: (limit: number) => `must have at most ${limit} characters`,
  },
}
