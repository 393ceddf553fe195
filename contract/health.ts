import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const health = {
  live: endpoint('GET', '/health', {
    summary: 'Check that the process is running',
    may: 'anyone',
    reply: z.object({ status: z.string() }),
  }),
  ready: endpoint('GET', '/ready', {
    summary: 'Check that the database is reachable and its schema is up to date',
    may: 'anyone',
    reply: z.object({ status: z.string() }),
    refusals: ['not_ready'],
  }),
}
