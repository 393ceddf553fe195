import { z } from 'zod'
import { id } from './fields.ts'
import { limits } from './limits.ts'

/**
 * Messages between controllers and this server over the WebSocket, explained in docs/integrate/controller-protocol.md. Its tables
 * are generated from the descriptions here, which also validate its examples.
 */
export const protocol = {
  path: '/api/controllers/connect',
  versions: [1],
  messageBytes: 8 * 1024,
  messagesPerSecond: 20,
  channels: 64,
  /** Maximum validity of a start. */
  startSeconds: 10,
  /** Time for a controller's hello, and for its answer to a question or a start. */
  helloSeconds: 10,
  answerSeconds: 3,
  /** Ping interval of a controller, and the silence after which it counts as disconnected. */
  pingSeconds: 20,
  silenceSeconds: 60,
  /** Starts that a controller keeps, on disk if it has one. */
  journal: 64,
} as const

/** Where a Shelly connects, followed by its credential because it cannot send headers. No log shows it. */
export const shellyPath = '/api/controllers/shelly/'

/** Why this server closes a connection. Codes below 4000 belong to WebSocket. */
export const closeCodes = {
  1001: 'The server is stopping. Connect again.',
  1009: 'The message is larger than 8 KiB.',
  4400: 'The message is not JSON, unknown or invalid, or was sent before hello.',
  4401: 'The credential is wrong or was revoked. Wait at least 5 minutes before you try again.',
  4403: 'The channel does not belong to this controller.',
  4406: 'There is no version that both sides support.',
  4408: 'No hello within 10 seconds, or no message for 60 seconds.',
  4409: 'The same credential connected again. The newer connection stays open.',
  4410: 'The server’s clock was set. Connect again.',
  4429: 'More than 20 messages per second.',
} as const

const channel = z.int().min(1).max(protocol.channels).describe('Channel number, starting at 1')
const token = z.string().regex(/^[\x20-\x7e]{1,64}$/)
const serverTime = z
  .int()
  .min(0)
  .describe('Milliseconds since 1970-01-01 UTC by the server’s clock')
const bootId = token.describe('New at every start of the switching device; random text is enough')
const startId = id.describe('Id of a start')
const seconds = z
  .int()
  .min(0)
  .max(7 * 24 * 3600)
const milliseconds = z.int().min(limits.pulseMsMin).max(limits.pulseMsMax)
const questionId = id.describe('Id of the question; the state that answers it repeats this id')

const results = ['accepted', 'busy', 'door', 'expired', 'fault'] as const

export const fromController = {
  hello: z.object({
    type: z.literal('hello'),
    versions: z
      .array(z.int().min(1))
      .min(1)
      .max(10)
      .describe('Protocol versions that the controller supports'),
    boot_id: bootId,
    channels: z
      .array(channel)
      .min(1)
      .max(protocol.channels)
      .describe(
        'Channels of the controller, at least one: an empty list ends the connection with 4400',
      ),
    model: token.optional().describe('Model of the controller, for people'),
    firmware: token.optional().describe('Software version of the controller, for people'),
  }),
  ping: z.object({
    type: z.literal('ping'),
    id: token.describe('The pong repeats this id'),
  }),
  answer: z.object({
    type: z.literal('answer'),
    id: startId,
    channel,
    result: z.enum(results).describe('See “Answers to a start”'),
    duplicate: z
      .boolean()
      .describe('true: this start arrived before; `result` is the first answer'),
    boot_id: bootId,
  }),
  state: z.object({
    type: z.literal('state'),
    channel,
    boot_id: bootId,
    sequence: z
      .int()
      .min(1)
      .describe('Increases with each state of this boot, across all channels'),
    question: questionId
      .nullable()
      .describe('The question that this state answers; null: sent without a question'),
    running: z
      .boolean()
      .nullable()
      .describe('Relay: whether it is on. Coin pulses: null, unless the board knows'),
    start: startId
      .nullable()
      .describe('The start that keeps it running; null: none, or switched on by hand'),
    remaining_seconds: seconds
      .nullable()
      .describe(
        "Seconds until the controller's timer switches off, rounded up; null: no timer is running",
      ),
    watts: z
      .number()
      .min(0)
      .max(100_000)
      .nullable()
      .describe('Highest power since the last state; null: not measured'),
    busy: z
      .boolean()
      .nullable()
      .describe('Whether the busy input was on at any time since the last state; null: not wired'),
    fault: z.boolean().describe('Whether the machine or the controller reports a fault'),
    entry: z
      .object({
        start: startId,
        result: z.enum(results).describe('The answer to the start'),
        switched: z
          .boolean()
          .nullable()
          .describe(
            'true: it was switched on, or pulses were sent; false: certainly not; null: unknown',
          ),
        ran_seconds: seconds
          .nullable()
          .describe(
            'Total seconds that it was on, rounded down; null: it is still on, unknown, refused, or coin pulses',
          ),
        watts: z.number().min(0).max(100_000).nullable().describe('Highest power during the run'),
        busy: z.boolean().nullable().describe('Whether the busy input was on during the run'),
      })
      .nullable()
      .describe(
        'From the journal: the start that the question is about, or the last start of the channel if there was no question; null: not in the journal',
      ),
  }),
} as const

export const fromServer = {
  welcome: z.object({
    type: z.literal('welcome'),
    version: z.int().min(1).describe('Highest version that both sides support'),
    time: serverTime,
  }),
  pong: z.object({
    type: z.literal('pong'),
    id: token.describe('Id of the ping'),
    time: serverTime,
  }),
  start: z
    .object({
      type: z.literal('start'),
      id: startId,
      channel,
      deadline: serverTime.describe(
        'Do not carry out the start after this time. Milliseconds since 1970-01-01 UTC by the server’s clock',
      ),
      seconds: seconds.min(1).optional().describe('Relay: seconds to stay on'),
      pulses: z
        .object({
          count: z.int().min(1).max(limits.pulsesMax),
          pulse_ms: milliseconds.describe('Time that the contact is closed'),
          gap_ms: milliseconds.describe('Time that the contact is open before the next pulse'),
        })
        .optional()
        .describe('Coin pulses: replaces `seconds`'),
    })
    .refine(({ seconds: time, pulses }) => (time === undefined) !== (pulses === undefined)),
  ask: z.object({
    type: z.literal('ask'),
    id: questionId,
    channel,
    start: startId
      .nullable()
      .describe('The state’s `entry` is about this start; null: about no start'),
  }),
  off: z.object({
    type: z.literal('off'),
    id: questionId,
    channel,
    start: startId.describe('Switches off only what this start switched on'),
  }),
} as const

export const controllerMessage = z.discriminatedUnion('type', [
  fromController.hello,
  fromController.ping,
  fromController.answer,
  fromController.state,
])
export type ControllerMessage = z.infer<typeof controllerMessage>
