import type { AlertKind } from '../choices.ts'
import type { MinorUnits } from '../money.ts'

export interface MailText {
  subject: string
  text: string
}

export interface TroubledDevice {
  device_number: string
  label: string
  location: string
  since: Date
  /** Time zone of its place. */
  zone: string
  state: AlertKind | 'back'
}

/** Cycles of one payer, with the sum of their refunds. */
export interface CutShort {
  cycles: number
  given_back: MinorUnits
}

export interface Troubles {
  devices: readonly TroubledDevice[]
  cuts: readonly CutShort[]
  /** Maximum number of lines per part. */
  namedMax: number
  time: (moment: Date, zone: string) => string
}

interface Words {
  /** Subjects with the number of the only device. */
  silent: (deviceNumber: string) => string
  outOfOrder: (deviceNumber: string) => string
  doubted: (deviceNumber: string) => string
  back: (deviceNumber: string) => string
  manyBack: (count: number) => string
  many: (count: number) => string
  silentTitle: string
  silentAdvice: string
  outOfOrderTitle: string
  outOfOrderAdvice: string
  doubtedTitle: string
  doubtedAdvice: string
  backTitle: string
  cutsSubject: string
  cutsTitle: string
  cutsAdvice: string
  cut: (cut: CutShort) => string
  since: (time: string) => string
  more: (count: number) => string
}

/** One mail for all devices of an owner, in the words of a language. */
export function alertMail({ devices, cuts, namedMax, time }: Troubles, words: Words): MailText {
  const of = (state: TroubledDevice['state']) => devices.filter((each) => each.state === state)
  const parts = [
    part(words.silentTitle, of('silent').map(line), words.silentAdvice),
    part(words.outOfOrderTitle, of('out_of_order').map(line), words.outOfOrderAdvice),
    part(words.doubtedTitle, of('doubted').map(line), words.doubtedAdvice),
    part(words.cutsTitle, cuts.map(words.cut), words.cutsAdvice),
    part(words.backTitle, of('back').map(line)),
  ]
  return { subject: subject(), text: parts.filter((text) => text !== '').join('\n\n') }

  function subject() {
    const [first] = devices
    if (!first) return words.cutsSubject
    if (devices.length === 1 && cuts.length === 0) {
      const say = {
        silent: words.silent,
        out_of_order: words.outOfOrder,
        doubted: words.doubted,
        back: words.back,
      }
      return say[first.state](first.device_number)
    }
    const back = of('back').length
    return back === devices.length ? words.manyBack(back) : words.many(devices.length - back)
  }

  function part(title: string, all: readonly string[], advice = '') {
    if (all.length === 0) return ''
    const more = all.length > namedMax ? words.more(all.length - namedMax) : ''
    return [title, ...all.slice(0, namedMax), more, advice].filter((text) => text !== '').join('\n')
  }

  function line({ device_number, label, location, since, zone, state }: TroubledDevice) {
    const facts = [device_number, label, location]
    return (state === 'back' ? facts : [...facts, words.since(time(since, zone))]).join(', ')
  }
}
