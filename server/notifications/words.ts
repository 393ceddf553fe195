import type { NoticeKind } from '@coinless/contract/choices.ts'
import { type Language, languages } from '@coinless/contract/languages.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'

/** What a notice says is made when it is told: by then it may be another thing. */
export interface ToldCycle {
  about: string
  kind: NoticeKind
  device_number: string
  language: Language | null
  state: 'starting' | 'running' | 'finished' | 'not_started' | 'interrupted'
  minutes_left: number | null
}

/** @returns undefined when it is not true any more */
export function wordsOf({ about, kind, device_number, language, state, minutes_left }: ToldCycle) {
  const texts = mailTexts[languages.find((each) => each === language) ?? 'en']
  const path = `/payments?cycle=${about}`
  switch (kind) {
    case 'five_minutes':
      if (state !== 'running' || !minutes_left || minutes_left < 1) return undefined
      return { ...texts.five_minutes({ deviceNumber: device_number, minutes: minutes_left }), path }
    case 'done':
      if (state !== 'finished') return undefined
      return { ...texts.done({ deviceNumber: device_number }), path }
    default:
      return undefined
  }
}
