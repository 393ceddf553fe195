type Said = [topic: string, payload: string]

/** A Tasmota with one relay, as documented, and the test's control over it. */
export class TasmotaDevice {
  readonly commands: [command: string, payload: string][] = []
  watts = 0
  /** Commands that it executes without an answer, or ignores. */
  readonly mute = new Set<string>()
  readonly deaf = new Set<string>()
  private isOn = false
  private pulse = 0
  private onSince = 0
  private laterMs = 0
  private bootedAt = Date.now() - 3_600_000

  get power(): boolean {
    if (this.isOn && this.pulse > 0 && this.remaining() <= 0) this.isOn = false
    return this.isOn
  }

  get switches() {
    return this.commands.filter(([command, payload]) => /^POWER/.test(command) && payload !== '')
  }

  /** Advances its own timer, not that of the test. */
  pass(seconds: number): void {
    this.laterMs += seconds * 1000
  }

  /** PowerOnState 0; PulseTime is kept. */
  losePower(): void {
    this.isOn = false
    this.bootedAt = Date.now()
  }

  /** @returns its answers, each on a topic below its own */
  hear(command: string, payload: string): Said[] {
    this.commands.push([command, payload])
    if (this.deaf.has(command)) return []
    const said = this.do(command.toUpperCase(), payload)
    return this.mute.has(command) ? [] : said
  }

  /** Also by its button. */
  turn(isOn: boolean): Said[] {
    this.isOn = isOn
    this.onSince = this.now
    const state = isOn ? 'ON' : 'OFF'
    return [
      ['stat/RESULT', JSON.stringify({ POWER: state })],
      ['stat/POWER', state],
    ]
  }

  /** MaxPower: the load exceeds the configured power. */
  trip(): Said[] {
    const warning = { Time: '2026-11-24T14:00:00', MaxPowerReached: 2600 }
    return [['stat/WARNING', JSON.stringify(warning)], ...this.turn(false)]
  }

  state() {
    const uptime = Math.floor((Date.now() - this.bootedAt) / 1000)
    return {
      Time: '2026-11-23T14:00:00',
      Uptime: '0T01:00:00',
      UptimeSec: uptime,
      Heap: 24,
      POWER: this.power ? 'ON' : 'OFF',
      Wifi: { AP: 1, RSSI: 74 },
    }
  }

  private get now(): number {
    return Date.now() + this.laterMs
  }

  private remaining(): number {
    const seconds = this.pulse > 111 ? this.pulse - 100 : this.pulse / 10
    return seconds - (this.now - this.onSince) / 1000
  }

  private do(command: string, payload: string): Said[] {
    if (command === 'POWER' || command === 'POWER1') {
      if (payload !== '') return this.turn(payload === 'ON')
      return [['stat/RESULT', JSON.stringify({ POWER: this.power ? 'ON' : 'OFF' })]]
    }
    if (command === 'PULSETIME1') {
      if (payload !== '') this.pulse = Number(payload)
      const seconds = this.power ? Math.max(0, this.remaining()) : 0
      const Remaining = seconds > 11 ? Math.round(seconds) + 100 : Math.round(seconds * 10)
      return [['stat/RESULT', JSON.stringify({ PulseTime1: { Set: this.pulse, Remaining } })]]
    }
    if (command === 'STATUS' && payload === '11') {
      return [['stat/STATUS11', JSON.stringify({ StatusSTS: this.state() })]]
    }
    if (command === 'STATUS' && payload === '10') {
      const ENERGY = { Total: 3.185, Power: this.watts, Voltage: 230 }
      return [['stat/STATUS10', JSON.stringify({ StatusSNS: { Time: '', ENERGY } })]]
    }
    return [['stat/RESULT', JSON.stringify({ Command: 'Unknown' })]]
  }
}
