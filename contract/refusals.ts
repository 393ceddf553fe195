import { z } from 'zod'
import { type Cents, formatDollars } from './money.ts'

/**
 * Every expected way in which a call can be refused: its machine word, its HTTP status and the
 * sentence that a screen shows. 401 means the session and nothing else: the web app answers any
 * 401 by renewing the session.
 */
export const refusals = {
  invalid_input: { status: 400, sentence: 'Please check what you entered.' },
  malformed_json: { status: 400, sentence: 'The request body is not valid JSON.' },
  malformed_http: { status: 400, sentence: 'The request is not valid HTTP.' },
  signed_out: { status: 401, sentence: 'Please sign in.' },
  session_expired: { status: 401, sentence: 'Session expired. Please login again.' },
  not_yours: { status: 403, sentence: 'You can see this, but you may not change it.' },
  path_not_found: { status: 404, sentence: 'There is nothing at this address.' },
  device_not_found: { status: 404, sentence: 'This device does not exist.' },
  code_not_found: { status: 404, sentence: 'This prepaid code does not exist.' },
  transaction_not_found: { status: 404, sentence: 'This transaction does not exist.' },
  email_taken: { status: 409, sentence: 'An account with this email already exists.' },
  code_taken: {
    status: 409,
    sentence: 'This code is already in use. Choose another one, or generate one.',
  },
  terms_changed: {
    status: 409,
    sentence: ({ price, minutes }: { price: Cents; minutes: number }) =>
      `This device now costs ${formatDollars(price)} for ${minutes} minutes. Please check and pay again.`,
  },
  body_too_large: { status: 413, sentence: 'The request is too large.' },
  not_json: { status: 415, sentence: 'Send the request body as application/json.' },
  wrong_credentials: { status: 422, sentence: 'Email or password is wrong.' },
  device_not_active: { status: 422, sentence: 'This device is not taking payments right now.' },
  code_not_accepted: {
    status: 422,
    sentence: 'This code is not valid at this device. Check the code and try again.',
  },
  code_disabled: { status: 422, sentence: 'This code is disabled. Ask whoever gave it to you.' },
  code_balance_too_low: {
    status: 422,
    sentence: ({ balance, price }: { balance: Cents; price: Cents }) =>
      `This code has ${formatDollars(balance)} left; this device costs ${formatDollars(price)}.`,
  },
  card_declined: { status: 422, sentence: 'The card was declined. Nothing was charged.' },
  too_many_requests: {
    status: 429,
    sentence: 'Too many requests. Please wait a minute and try again.',
  },
  internal_error: {
    status: 500,
    sentence: 'Something went wrong on our side. Please try again.',
  },
  not_ready: {
    status: 503,
    sentence: 'The service is starting, or cannot reach its database.',
  },
} as const

export type RefusalCode = keyof typeof refusals

/** The facts that a refusal's sentence is made from; undefined for a fixed sentence. */
export type RefusalFacts<Code extends RefusalCode> = (typeof refusals)[Code]['sentence'] extends (
  facts: infer Facts,
) => string
  ? Facts
  : undefined

/** Refusals that any call may meet, so that no endpoint lists them. */
export const commonRefusals = [
  'invalid_input',
  'malformed_json',
  'body_too_large',
  'not_json',
  'too_many_requests',
  'internal_error',
] as const satisfies readonly RefusalCode[]

export const sessionRefusals = ['signed_out', 'session_expired'] as const satisfies RefusalCode[]

/** The body of every answer that is not a success, the framework's own included. */
export const ErrorAnswer = z.object({
  error: z.string().describe('A sentence for the person who sees it'),
  code: z.string().describe('The same as a word for machines'),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  requestId: z.string().describe('Quote it when you report a problem'),
})
export type ErrorAnswer = z.infer<typeof ErrorAnswer>
