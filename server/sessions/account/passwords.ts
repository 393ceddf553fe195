import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { plainPassword } from '@coinless/contract/fields.ts'
import { limits } from '@coinless/contract/limits.ts'
import { limitConcurrency } from '../../platform/concurrency/limit-concurrency.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'

/** Limits concurrency, because each hash is expensive by design. */
const inTurn = limitConcurrency({ atOnce: limits.hashesAtOnce, waiting: limits.hashesWaiting })
/** Loaded when a password is first chosen. */
let mostCommon: Promise<Set<string | number>> | undefined
/** Obvious guesses for this product, with or without digits and symbols around them. */
const ownWords = new Set(['coinless', 'laundry', 'washer', 'washday', 'landlord', 'tenant'])

/** @throws Refusal too_busy */
const derive: typeof deriveNow = (...parameters) => inTurn(() => deriveNow(...parameters))
const deriveNow = promisify(argon2)

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 }

/**
 * Hashes a newly chosen password.
 * @throws Refusal common_password, too_busy
 */
export async function hashNewPassword(password: string): Promise<string> {
  if (await isCommon(plainPassword(password).toLowerCase())) throw new Refusal('common_password')
  return hashPassword(password)
}

async function isCommon(password: string): Promise<boolean> {
  if (ownWords.has(password.replace(/[^a-z]/g, ''))) return true
  mostCommon ??= loadMostCommon()
  return (await mostCommon).has(password)
}

async function loadMostCommon() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Returns the hash as a PHC string: '$argon2id$v=19$m=19456,t=2,p=1$salt$hash'. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const message = plainPassword(password)
  const hash = await derive('argon2id', { ...cost, message, nonce })
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`
  return `$argon2id$v=19$${parameters}$${base64(nonce)}$${base64(hash)}`
}

/** Older hashes are of the password as typed, before normalization. */
export async function isPassword(password: string, phc: string): Promise<boolean> {
  const plain = plainPassword(password)
  if (await isHashed(plain, phc)) return true
  return plain !== password && isHashed(password, phc)
}

async function isHashed(password: string, phc: string): Promise<boolean> {
  const [, , , parameters = '', salt = '', hash = ''] = phc.split('$')
  const [memory = 0, passes = 0, parallelism = 0] = parameters
    .split(',')
    .map((pair) => Number(pair.slice(2)))
  const expected = Buffer.from(hash, 'base64')
  const nonce = Buffer.from(salt, 'base64')
  const actual = await derive('argon2id', {
    memory,
    passes,
    parallelism,
    tagLength: expected.length,
    message: password,
    nonce,
  })
  return timingSafeEqual(actual, expected)
}

/** PHC strings omit the padding. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
