import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const health = {
  live: endpoint('GET', '/health', {
    summary: 'The process is up',
    may: 'anyone',
    reply: z.object({ status: z.string() }),
  }),
  ready: endpoint('GET', '/ready', {
    summary: 'The database is reachable and its schema is up to date',
    may: 'anyone',
    reply: z.object({ status: z.string() }),
    refusals: ['not_ready'],
  }),
}
