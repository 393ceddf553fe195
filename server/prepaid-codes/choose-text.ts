import type { Database } from '../database/connection.ts'
import { countWrongGuess, type Guesser, refuseGuesser } from '../guesses/guesses.ts'
import { Refusal, refusalOf } from '../http/refusal.ts'
import { isMistyped } from './code-text.ts'
import { isEasyToGuess } from './easy-to-guess.ts'

/**
 * Gives a code a text that somebody chose. A text that is taken is somebody's code, so trying texts
 * is guessing, too.
 * @throws Refusal code_looks_mistyped, code_easy_to_guess, too_many_guesses
 */
export async function chooseText<T>(
  database: Database,
  guesser: Guesser,
  text: string,
  choose: () => Promise<T>,
): Promise<T> {
  if (isMistyped(text)) throw new Refusal('code_looks_mistyped')
  if (isEasyToGuess(text)) throw new Refusal('code_easy_to_guess')
  await refuseGuesser(database, guesser)
  try {
    return await choose()
  } catch (error) {
    const isTaken = refusalOf(error as Error)?.refusal === 'code_taken'
    if (isTaken) await countWrongGuess(database, guesser)
    throw error
  }
}
