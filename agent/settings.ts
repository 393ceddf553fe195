import { readFileSync } from 'node:fs'
import { protocol } from '@coinless/contract/controller-protocol.ts'
import { z } from 'zod'
import { SettingError } from './setting-error.ts'

const command = z.array(z.string().min(1)).min(1)

const gpio = z.strictObject({
  chip: z.string().default('gpiochip0'),
  line: z.int().min(0),
  active_low: z.boolean().default(false),
})
export type Gpio = z.infer<typeof gpio>

/** An input: a line of the computer, or a command that prints 0 or 1. */
const input = z.union([z.strictObject({ gpio }), z.strictObject({ command })])
export type Input = z.infer<typeof input>

const switches = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('gpio'), ...gpio.shape }),
  z.strictObject({
    by: z.literal('command'),
    on: command,
    off: command,
    /** Called with count, pulse_ms and gap_ms as its last arguments. */
    pulses: command.optional(),
    /** Print 0 or 1, and a number. */
    state: command.optional(),
    watts: command.optional(),
  }),
  z.strictObject({
    by: z.literal('shelly'),
    address: z
      .string()
      .regex(/^[\w.:-]+$/, 'must be the address of the Shelly only, such as 192.168.1.20'),
    id: z.int().min(0).default(0),
    password: z.string().optional(),
  }),
])
export type SwitchSettings = z.infer<typeof switches>

const settings = z.strictObject({
  server: z.url({ protocol: /^https?$/ }),
  /** Without TLS, for a server in the same local network. */
  allow_http: z.boolean().default(false),
  credential: z.string().regex(/^\S+$/),
  journal: z.string().min(1),
  channels: z
    .record(
      z
        .string()
        .regex(/^([1-9]|[1-5]\d|6[0-4])$/, `must be a number from 1 to ${protocol.channels}`),
      z.strictObject({ switch: switches, busy: input.optional(), door: input.optional() }),
    )
    .refine((channels) => Object.keys(channels).length > 0, 'needs at least one channel'),
})
export type Settings = z.infer<typeof settings>
export type ChannelSettings = Settings['channels'][string]

/** @throws SettingError without any value, because the file contains the credential */
export function readSettings(path: string): Settings {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new SettingError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    throw new SettingError(`${path} is not JSON.`)
  }
  const { success, data, error } = settings.safeParse(document)
  if (!success) {
    const lines = error.issues.map(({ path: field, message }) => `"${field.join('.')}": ${message}`)
    throw new SettingError(`${path}:\n${lines.join('\n')}`)
  }
  const { protocol: scheme, hostname } = new URL(data.server)
  if (scheme === 'http:' && !data.allow_http && !['localhost', '127.0.0.1'].includes(hostname)) {
    throw new SettingError(
      `${path}:\n"server": http:// exposes the credential on the network. Use https://, or set "allow_http": true for a server on the local network.`,
    )
  }
  return data
}
