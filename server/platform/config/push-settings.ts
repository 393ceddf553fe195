import { createECDH } from 'node:crypto'
import { z } from 'zod'
import { commaSeparated, isOrigin } from './addresses.ts'
import { LastingError } from './setting-error.ts'

export const pushSettings = {
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'must have 87 characters of base64url.')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must have 43 characters of base64url.')
    .optional(),
  PUSH_SERVICES: z
    .string()
    .transform(commaSeparated)
    .refine(
      (origins) => origins.every((origin) => isOrigin(origin) && origin.startsWith('https:')),
      'must be origins such as https://push.example.com, separated by commas.',
    )
    .default([]),
}

interface Given {
  VAPID_PUBLIC_KEY?: string | undefined
  VAPID_PRIVATE_KEY?: string | undefined
}

/** @throws SettingError if only one key is set, or the two do not match */
export function pushKeysIn({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Given) {
  if (!publicKey && !privateKey) return undefined
  if (!publicKey || !privateKey) {
    throw new LastingError(
      'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be set together, or neither.',
    )
  }
  if (publicOf(privateKey) !== publicKey) {
    throw new LastingError('VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY.')
  }
  return { publicKey, privateKey }
}

function publicOf(privateKey: string): string | undefined {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey, 'base64url')
    return pair.getPublicKey('base64url')
  } catch {
    return undefined
  }
}
