import { z } from 'zod'

/** Base address of printed codes. It comes from the settings, never from a request. */
export function publicOrigin(use: string) {
  return {
    origin: z.url().nullable().describe(`PUBLIC_URL, the public address of the web app: ${use}`),
    is_origin_set: z
      .boolean()
      .describe('false: PUBLIC_URL is not set. Use the address at which you open the web app'),
  }
}
