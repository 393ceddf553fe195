import type { Endpoint } from '@coinless/contract/endpoint.ts'
import type { Problem } from '@coinless/contract/explain.ts'
import type { RefusalCode } from '@coinless/contract/refusals.ts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { boundsOf } from './bounds.ts'
import { withoutIgnored } from './ignored-fields.ts'
import { oversized } from './oversized.ts'

function noBody({ bodyIsText }: Endpoint) {
  return bodyIsText ? '' : {}
}

/** Returns the parsed input, or the raw input with an issue for each invalid field. */
export async function checkInput(endpoint: Endpoint, { params, query, body }: FastifyRequest) {
  const sent = {
    params,
    query,
    body: body === undefined ? noBody(endpoint) : withoutIgnored(endpoint, body),
  }
  const tooLarge = endpoint.bodyIsText ? undefined : oversized(boundsOf(endpoint).schema, sent.body)
  if (tooLarge) return { input: sent, issues: [tooLarge], notFound: undefined }
  const checked = {
    params: endpoint.params.safeParse(sent.params),
    query: endpoint.query.safeParse(sent.query),
    // Large bodies are validated asynchronously in parts, so that other calls can run.
    body: await (endpoint.bodyBytes
      ? endpoint.body.safeParseAsync(sent.body)
      : endpoint.body.safeParse(sent.body)),
  }
  const issues = [
    ...(checked.params.error?.issues ?? []),
    ...(checked.query.error?.issues ?? []).map((issue) => namedIfRepeated(issue, sent.query)),
    ...(checked.body.error?.issues ?? []),
  ]
  if (issues.length > 0) {
    return { input: sent, issues, notFound: refusalOfId(endpoint, checked.params.error) }
  }
  return {
    input: {
      params: checked.params.data,
      query: checked.query.data,
      body: checked.body.data,
    },
    issues,
  }
}

export type CheckedInput = Awaited<ReturnType<typeof checkInput>>

type NotFound = Extract<RefusalCode, `${string}_not_found`>

/** A malformed id or secret is answered like an unknown one. */
function refusalOfId({ refusals }: Endpoint, wrong: z.ZodError | undefined) {
  if (!wrong?.issues.some(({ path }) => path[0] === 'id' || path[0] === 'feed_secret'))
    return undefined
  return refusals.find((code) => code.endsWith('_not_found')) as NotFound | undefined
}

/** `?page=1&page=2` arrives as an array; "must be a text" would be a misleading message. */
function namedIfRepeated(issue: z.core.$ZodIssue, query: unknown): z.core.$ZodIssue {
  const value = (query as Record<string, unknown>)[String(issue.path[0])]
  return Array.isArray(value) ? { ...issue, message: 'repeated' satisfies Problem } : issue
}
