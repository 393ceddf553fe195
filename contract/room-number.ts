import { z } from 'zod'
import type { Problem } from './explain.ts'
import { id } from './fields.ts'
import { stickerNumberOf } from './sticker-numbers.ts'

/** Also from a saved URL of a machine, which may be closed and then no longer reveals its sticker number. */
const roomNumber = z
  .string()
  .refine(
    (given) => stickerNumberOf(given) !== null || id.safeParse(given).success,
    'not_a_sticker' satisfies Problem,
  )
  .transform((given) => stickerNumberOf(given) ?? given)
  .describe(
    'Number of the room, or sticker number or id of any machine there, including machines that take no payments',
  )

export const inRoom = z.strictObject({ number: roomNumber })
