import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const installation = {
  get: endpoint('GET', '/installation', {
    summary: 'Get the currency of all amounts',
    may: 'anyone',
    reply: z.object({
      currency: z.string().describe('ISO 4217 code, such as USD'),
      decimals: z.int().describe('Decimals of amounts: 0 or 2'),
    }),
  }),
}
