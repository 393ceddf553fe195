import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { Explained } from './explain.ts'
import { id, listOf, listQuery, search, trueOrFalse, versionQuery } from './fields.ts'
import { type JsonObject, readDocument, sentenceWithPlace } from './json-document.ts'
import { limits } from './limits.ts'
import { quotaRefusals } from './quotas.ts'

/** An id assigned by the server, and any fields of the client. */
export const Resource = z.looseObject({ id })
export type Resource = z.infer<typeof Resource>

/**
 * A JSON object as the text that was sent: parsing would lose repeated keys and last digits of numbers before they
 * could be rejected.
 */
const documentText = z
  .string()
  .transform((text, context): JsonObject => {
    const read = readDocument(text)
    if ('document' in read) return read.document
    const sentence: Explained['sentence'] = (language) => sentenceWithPlace(read.problem, language)
    context.addIssue({ code: 'custom', params: { sentence } })
    return z.NEVER
  })
  .meta({ type: 'object', description: 'Any JSON object without the field id' })

const params = z.strictObject({ id })

export const resources = {
  list: endpoint('GET', '/api-resources-list', {
    summary: 'List your resources, newest first',
    may: 'signed-in',
    needs: 'resources',
    query: listQuery.extend({
      search: search.describe('Matches part of the record as compact JSON, including its id'),
      disabled: trueOrFalse
        .optional()
        .describe('true: resources whose field disabled is true. false: all others'),
    }),
    reply: listOf(Resource),
    refusals: ['page_too_large', 'too_busy'],
  }),
  get: endpoint('GET', '/api-resources-get/:id', {
    summary: 'Get a resource',
    may: 'signed-in',
    needs: 'resources',
    params,
    reply: Resource,
    refusals: ['resource_not_found'],
  }),
  create: endpoint('POST', '/api-resources-create', {
    summary: 'Create a resource from any JSON object',
    may: 'account',
    needs: 'resources',
    body: documentText,
    bodyIsText: true,
    bodyBytes: limits.bodyBytes,
    reply: Resource,
    creates: true,
    refusals: ['id_is_fixed', ...quotaRefusals('resources')],
  }),
  update: endpoint('PUT', '/api-resources-update/:id', {
    summary: 'Replace a resource. The body can include the field id',
    may: 'signed-in',
    needs: 'resources',
    params,
    query: versionQuery,
    body: documentText,
    bodyIsText: true,
    bodyBytes: limits.bodyBytes,
    reply: Resource,
    refusals: ['resource_not_found', 'id_is_fixed', 'too_many_resources', 'changed_meanwhile'],
  }),
  delete: endpoint('DELETE', '/api-resources-delete/:id', {
    summary: 'Delete a resource',
    may: 'signed-in',
    needs: 'resources',
    params,
    reply: null,
    refusals: ['resource_not_found'],
  }),
}
