import type { Wire } from '../server/machines/simulated/box.ts'
import type { Fault } from '../server/machines/simulated/simulated-channel.ts'
import { SettingError } from '../server/platform/config/setting-error.ts'

/** Maximum delay of a message. */
const delayMs = 20_000

/** In percent. The first three are faults of controllers, the others of messages. */
const names = ['silent', 'refuses', 'dies', 'drops', 'delays'] as const
type Faults = Partial<Record<(typeof names)[number], number>>

/**
 * @param text such as `silent=5,delays=10`
 * @throws SettingError
 */
export function parseFaults(text: string): Faults {
  const parts = text.split(',').filter((part) => part !== '')
  return Object.fromEntries(
    parts.map((part) => {
      const [, name, percent] = /^(\w+)=(\d+)$/.exec(part) ?? []
      const known = names.find((one) => one === name)
      if (!known || Number(percent) > 100) {
        throw new SettingError(
          `--faults takes ${names.join(', ')} with percentages, such as silent=5,delays=10.`,
        )
      }
      return [known, Number(percent)]
    }),
  )
}

/** Deterministic, so that the same controllers are faulty each time. @param number of the controller, from 0 */
export function faultOfBox(faults: Faults, number: number): Fault | undefined {
  let place = number % 100
  for (const fault of ['silent', 'refuses', 'dies'] as const) {
    const share = faults[fault] ?? 0
    if (place < share) return fault
    place -= share
  }
  return undefined
}

export function wireOf({ drops = 0, delays = 0 }: Faults): Wire {
  return (deliver) => {
    if (isDrawn(drops)) return
    if (isDrawn(delays)) setTimeout(deliver, Math.random() * delayMs)
    else deliver()
  }
}

function isDrawn(percent: number): boolean {
  return Math.random() * 100 < percent
}
