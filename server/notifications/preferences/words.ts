import type { CycleNotificationKind, CycleReason } from '@coinless/contract/choices.ts'
import { type Language, languages } from '@coinless/contract/languages.ts'
import { type NumericText, toMinor } from '@coinless/contract/money.ts'
import { moneyBackTexts } from '@coinless/contract/texts/money-back.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'

/** The text is made at delivery, because the state may have changed. */
export interface NotifiedCycle {
  cycle_id: string
  kind: CycleNotificationKind
  device_number: string
  place: string | null
  language: Language | null
  state: 'starting' | 'running' | 'finished' | 'not_started' | 'interrupted'
  minutes_left: number | null
  reason: CycleReason | null
  money: 'held' | 'taken' | 'released'
  /** Automatic. */
  given_back: NumericText
  amount: NumericText
  by_card: boolean
  is_owed: boolean
}

/** @returns undefined if no longer true */
export function notificationTexts(cycle: NotifiedCycle) {
  const language = languages.find((each) => each === cycle.language) ?? 'en'
  const words = mailOf(cycle, language)
  return words && { ...words, place: cycle.place, path: `/payments?cycle=${cycle.cycle_id}` }
}

function mailOf(cycle: NotifiedCycle, language: Language) {
  const { kind, device_number: deviceNumber, state, minutes_left: minutes, reason } = cycle
  const texts = mailTexts[language]
  switch (kind) {
    case 'five_minutes':
      return state === 'running' && minutes && minutes > 0
        ? texts.five_minutes({ deviceNumber, minutes })
        : undefined
    case 'done':
      return state === 'finished' ? texts.done({ deviceNumber }) : undefined
    case 'money_back': {
      if (reason === 'undecided')
        return texts.undecided({ amount: toMinor(cycle.amount), deviceNumber })
      const amount = toMinor(cycle.money === 'released' ? cycle.amount : cycle.given_back)
      if ((state !== 'not_started' && state !== 'interrupted') || !reason || amount <= 0)
        return undefined
      const cause = moneyBackTexts[language][reason]
      return texts.money_back({ amount, deviceNumber, state, cause, way: refundDestination(cycle) })
    }
  }
}

/** Where the refund goes. */
export function refundDestination({
  by_card,
  is_owed,
  money,
}: Pick<NotifiedCycle, 'by_card' | 'is_owed' | 'money'>) {
  if (by_card) return money === 'released' ? 'hold' : 'card'
  return is_owed ? 'owed' : 'code'
}
