import type { Problem } from '@coinless/contract/explain.ts'
import { InvalidInput } from './refusal.ts'

/** Refuses an unknown time zone. Only PostgreSQL knows the valid ones, from its own list or its machine's. */
export function refuseUnknownZone(
  error: Error & { code?: string },
  path: (string | number)[] = ['time_zone'],
): never {
  if (error.code !== '22023') throw error
  const message: Problem = 'not_a_time_zone'
  throw new InvalidInput([{ code: 'custom', path, message, input: undefined }])
}
