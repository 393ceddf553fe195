import { attempt, type Throttle } from '../../http/throttle/failed-attempts.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal, refusalOf } from '../../platform/refusals/refusal.ts'
import { isMistyped } from '../../platform/secrets/code-text.ts'
import { isEasyToGuess } from './easy-to-guess.ts'

/**
 * Gives a code a chosen text. A taken text is someone's code, so trying texts counts as a failed attempt.
 * @throws Refusal code_looks_mistyped, code_easy_to_guess, code_taken, too_many_attempts
 */
export async function chooseText<T>(
  database: Database,
  throttle: Throttle | undefined,
  text: string,
  choose: () => Promise<T>,
): Promise<T> {
  if (isMistyped(text)) throw new Refusal('code_looks_mistyped')
  if (await isEasyToGuess(text)) throw new Refusal('code_easy_to_guess')
  const chosen: T[] = []
  const isFree = await attempt(database, throttle, async () => {
    try {
      chosen.push(await choose())
      return true
    } catch (error) {
      if (refusalOf(error as Error)?.refusal === 'code_taken') return false
      throw error
    }
  })
  if (!isFree) throw new Refusal('code_taken')
  return chosen[0] as T
}
