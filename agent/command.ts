import type { Guard } from './guard.ts'
import { isOn } from './inputs.ts'
import { run } from './run.ts'
import type { SwitchSettings } from './settings.ts'
import type { Switch } from './switch.ts'

type CommandSettings = Extract<SwitchSettings, { by: 'command' }>

export function commandSwitch(
  channel: number,
  { on, off, pulses, state, watts }: CommandSettings,
  guard: Guard,
): Switch {
  return {
    async on(seconds) {
      guard.arm({ channel, seconds, command: off })
      await run(on)
    },
    async off() {
      await run(off)
      guard.disarm(channel)
    },
    async isOn() {
      return state && isOn(await run(state))
    },
    async watts() {
      return watts && Number(await run(watts))
    },
    ...(pulses && {
      async pulse({ count, pulse_ms, gap_ms }) {
        const timeoutMs = count * (pulse_ms + gap_ms) + 10_000
        const sent = run([...pulses, ...[count, pulse_ms, gap_ms].map(String)], timeoutMs)
        sent.catch(() => {})
        return { sent: sent.then(() => {}) }
      },
    }),
  }
}
