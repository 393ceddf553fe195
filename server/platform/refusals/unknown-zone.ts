import type { Problem } from '@coinless/contract/explain.ts'
import { InvalidInput } from './refusal.ts'

/** Which zones there are is known to PostgreSQL only: it has its own list, or that of its machine. */
export function refuseUnknownZone(
  error: Error & { code?: string },
  path: (string | number)[] = ['time_zone'],
): never {
  if (error.code !== '22023') throw error
  const message: Problem = 'not_a_time_zone'
  throw new InvalidInput([{ code: 'custom', path, message, input: undefined }])
}
