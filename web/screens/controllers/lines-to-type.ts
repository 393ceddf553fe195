import type { WithCredential } from '@coinless/contract/controllers.ts'

interface Lines {
  kind: 'settings' | 'start' | 'shelly' | 'shellyMqtt' | 'tasmota'
  text: string
}

/**
 * Settings to enter on a controller of each kind.
 * @param origin of this server, such as https://coinless.example.com
 */
export function linesFor(
  { id, driver, credential }: Pick<WithCredential, 'id' | 'driver' | 'credential'>,
  origin: string,
): Lines[] {
  switch (driver) {
    case 'coinless':
      return [
        { kind: 'settings', text: agentSettings(origin, credential) },
        { kind: 'start', text: agentStart },
      ]
    case 'shelly':
      return [{ kind: 'shelly', text: shelly(origin, credential) }]
    case 'mqtt':
      return [
        { kind: 'shellyMqtt', text: shellyMqtt(id, credential) },
        { kind: 'tasmota', text: tasmota(id, credential) },
      ]
    case 'simulated':
      return []
  }
}

const agentStart = ['npx', './coinless-agent-1.0.0-rc.1.tgz', 'settings.json'].join(' ')

function agentSettings(server: string, credential: string): string {
  const settings = {
    server,
    credential,
    journal: '/var/lib/coinless-agent/journal.json',
    channels: { 1: { switch: { by: 'gpio', chip: 'gpiochip0', line: 17 } } },
  }
  return JSON.stringify(settings, null, 2)
}

function shelly(origin: string, credential: string): string {
  const server = `${origin.replace(/^http/, 'ws')}/api/controllers/shelly/${credential}`
  const config = { enable: true, server, ssl_ca: 'ca.pem' }
  return post({ 'Switch.SetConfig': offUnlessStarted, 'Ws.SetConfig': { config } })
}

function shellyMqtt(id: string, pass: string): string {
  const config = {
    enable: true,
    server: 'BROKER:8883',
    ssl_ca: 'ca.pem',
    user: id,
    pass,
    topic_prefix: `coinless/${id}`,
    enable_rpc: true,
    rpc_ntf: true,
    enable_control: false,
  }
  return post({ 'Switch.SetConfig': offUnlessStarted, 'Mqtt.SetConfig': { config } })
}

/** Keeps the output off after a power cut and ignores the input of the Shelly. Id 0 is channel 1. */
const offUnlessStarted = {
  id: 0,
  config: { initial_state: 'off', in_mode: 'detached', auto_on: false, auto_off: false },
}

function post(calls: Record<string, object>): string {
  const lines = Object.entries(calls).map(
    ([method, body]) => `curl http://SHELLY/rpc/${method} -d '${JSON.stringify(body)}'`,
  )
  return [...lines, 'curl http://SHELLY/rpc/Shelly.Reboot'].join('\n')
}

function tasmota(id: string, password: string): string {
  const settings = {
    PowerOnState: 0,
    SetOption33: 0,
    MqttHost: 'BROKER',
    MqttPort: 8883,
    MqttUser: id,
    MqttPassword: password,
    FullTopic: `coinless/${id}/%prefix%/`,
  }
  const commands = Object.entries(settings).map(([name, value]) => `${name} ${value}`)
  return `Backlog ${commands.join('; ')}`
}
