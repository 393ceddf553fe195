import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { Problem } from './explain.ts'
import { id, listOf, text, timestamp, wholeListQuery } from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'
import { rights } from './rights.ts'
import { ownerProof, proofRefusals } from './second-factor.ts'

/** Prefix of every key, so that a leaked key is recognizable. */
export const apiKeyPrefix = 'coinless_key_'

export const apiKeyStates = ['active', 'expired', 'ended'] as const

const name = text(limits.apiKeyNameMax)

export const ApiKey = z.object({
  id,
  name: z.string(),
  ending: z.string().describe('Last characters of the key'),
  rights: z.array(z.enum(rights)),
  state: z.enum(apiKeyStates),
  created_at: timestamp,
  expires_at: timestamp.nullable(),
  last_used_at: timestamp.nullable().describe('Accurate to the minute'),
})
export type ApiKey = z.infer<typeof ApiKey>

export const WithSecretKey = ApiKey.extend({
  secret: z.string().describe('The key. Returned only once'),
})
export type WithSecretKey = z.infer<typeof WithSecretKey>

export const apiKeys = {
  list: endpoint('GET', '/users-me/api-keys', {
    summary: `List your API keys, newest first. An ended key is listed for ${limits.sessionKeptDays} more days`,
    may: 'account',
    needs: 'account',
    query: wholeListQuery,
    reply: listOf(ApiKey),
    refusals: ['list_too_long'],
  }),
  create: endpoint('POST', '/users-me/api-keys', {
    summary:
      'Create an API key for software that acts for you, with the rights you choose. The key is returned only once',
    may: 'account',
    needs: 'account',
    body: ownerProof.extend({
      name,
      rights: z
        .array(z.enum(rights))
        .min(1, 'none_chosen' satisfies Problem)
        .max(rights.length)
        .transform((chosen) => rights.filter((right) => chosen.includes(right))),
      expires_in_days: z
        .int()
        .min(1)
        .max(limits.apiKeyDaysMax)
        .nullish()
        .describe('null: the key never expires'),
    }),
    reply: WithSecretKey,
    creates: true,
    takesIdempotencyKey: true,
    refusals: [...proofRefusals, 'too_many_api_keys', 'admin_only', 'second_factor_required'],
    requestsPerMinute: requestsPerMinute.signIn,
  }),
  end: endpoint('DELETE', '/users-me/api-keys/:id', {
    summary: 'Revoke an API key. Calls that use it are refused at once',
    may: 'account',
    needs: 'account',
    params: z.strictObject({ id }),
    reply: null,
    refusals: ['api_key_not_found'],
  }),
}
