import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 }

/** The hash as a PHC string: '$argon2id$v=19$m=19456,t=2,p=1$salt$hash'. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const hash = await derive('argon2id', { ...cost, message: password, nonce })
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`
  return `$argon2id$v=19$${parameters}$${base64(nonce)}$${base64(hash)}`
}

export async function isPassword(password: string, phc: string): Promise<boolean> {
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

/** PHC strings leave the padding out. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
