import type { FastifyBaseLogger } from 'fastify'
import type { IPublishPacket, MqttClient } from 'mqtt'

/** Topics that boxes publish to, below `coinless/<controller id>/`. */
const topics = ['coinless/+/+/rpc', 'coinless/+/stat/+', 'coinless/+/tele/+']
const reconnectMs = 2000
const keepaliveSeconds = 15

export interface Broker {
  /**
   * Sends now or not at all: the broker may not retain the message, and discards it if it cannot be delivered in time.
   * @returns false if it was not sent
   */
  publish(topic: string, payload: string, ms: number): boolean
  /** Discards messages that this machine has not delivered to the broker. */
  cut(): void
  stop(): void
}

interface Events {
  /** Also called after each reconnect. */
  connected(): void
  /** Called for live messages only, not for those that the broker retained. */
  heard(topic: string, payload: Buffer): void
}

/** @param url includes user and password, which are never logged */
export async function connectBroker(
  url: string,
  log: FastifyBaseLogger,
  { connected, heard }: Events,
): Promise<Broker> {
  // Loaded only if there is a broker.
  const { connect } = await import('mqtt')
  const client = connect(url, {
    protocolVersion: 5,
    clean: true,
    queueQoSZero: false,
    resubscribe: false,
    reconnectPeriod: reconnectMs,
    keepalive: keepaliveSeconds,
  })
  let hasFailed = false
  client.on('error', ({ message }) => {
    if (!hasFailed) log.warn({ reason: message }, 'cannot connect to the MQTT broker')
    hasFailed = true
  })
  client.on('connect', () => {
    client.subscribe(topics, { qos: 0, rh: 2 }, (error, granted) => {
      if (error || granted?.some(({ qos }) => qos === 128)) {
        log.warn('the MQTT broker refused the subscription to coinless/#')
        return
      }
      log.info('connected to the MQTT broker')
      hasFailed = false
      connected()
    })
  })
  client.on('close', () => {
    if (!hasFailed) log.warn('lost the connection to the MQTT broker')
    hasFailed = true
  })
  client.on('message', (topic: string, payload: Buffer, { retain }: IPublishPacket) => {
    if (!retain) heard(topic, payload)
  })
  return {
    publish: (topic, payload, ms) => publish(client, topic, payload, ms),
    cut: () => {
      if (client.stream.writableLength > 0) client.stream.destroy()
    },
    stop: () => {
      hasFailed = true
      client.end(true)
    },
  }
}

function publish(client: MqttClient, topic: string, payload: string, ms: number): boolean {
  if (!client.connected || client.stream.writableNeedDrain) return false
  const messageExpiryInterval = Math.max(1, Math.floor(ms / 1000))
  client.publish(topic, payload, { qos: 0, properties: { messageExpiryInterval } }, () => {})
  return true
}
