import { gpioget } from './gpio.ts'
import { run } from './run.ts'
import type { Input } from './settings.ts'

/** @throws if it cannot be read or does not print a boolean */
export async function readInput(input: Input): Promise<boolean> {
  return isOn('gpio' in input ? await gpioget(input.gpio) : await run(input.command))
}

export function isOn(text: string): boolean {
  if (/^(1|on|true|active)$/i.test(text)) return true
  if (/^(0|off|false|inactive)$/i.test(text)) return false
  throw new Error('expected 0 or 1')
}
