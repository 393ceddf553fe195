import { z } from 'zod'
import type { Problem } from './explain.ts'
import { visibleText } from './fields.ts'
import { limits } from './limits.ts'
import { stickerNumberOf } from './sticker-numbers.ts'
import { linkSecret, typedSecret } from './typed-secrets.ts'

/** A secret that is only compared. Its length is counted after cleaning. */
export function secretText(max: number) {
  return meant(typedSecret, max)
}

/** A secret sent to users as a link. */
export function linkedSecret(max: number) {
  return meant(linkSecret, max)
}

function meant(read: (typed: string) => string, max: number) {
  return z
    .string()
    .refine((typed) => typed.isWellFormed(), 'half_character' satisfies Problem)
    .overwrite(read)
    .min(1)
    .max(max)
    .regex(/^\P{Cc}*$/u, 'control_characters' satisfies Problem)
}

export const deviceNumber = visibleText(limits.deviceNumberMax)

/** With spaces, hyphens or neither. */
export const stickerNumber = z
  .string()
  .max(limits.searchMax)
  .refine((typed) => stickerNumberOf(typed) !== null, 'not_a_sticker' satisfies Problem)
  .transform((typed) => stickerNumberOf(typed) ?? typed)
