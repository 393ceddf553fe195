import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ControllerMessage,
  controllerMessage,
  fromServer,
} from '@coinless/contract/controller-protocol.ts'
import { expect } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'

type Message<Type> = Extract<ControllerMessage, { type: Type }>

/** A server with the controller protocol, a folder, and agents as processes. */
export class Laundry {
  readonly folder = mkdtempSync(join(tmpdir(), 'coinless-agent-'))
  readonly credential = randomUUID()
  readonly heard: ControllerMessage[] = []
  readonly authorizations: (string | undefined)[] = []
  /** Difference of its clock from this computer's. */
  clockOffMs = 0
  answersPings = true
  env: NodeJS.ProcessEnv = {}
  #socket: WebSocket | undefined
  #server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  #agents: ChildProcess[] = []
  output = ''
  main = new URL('../main.ts', import.meta.url).pathname

  constructor() {
    this.#server.on('connection', (socket, request) => {
      this.authorizations.push(request.headers.authorization)
      this.#socket = socket
      socket.on('message', (data) => {
        const message = controllerMessage.parse(JSON.parse(String(data)))
        const time = this.now()
        if (message.type === 'hello') this.tell({ type: 'welcome', version: 1, time })
        if (message.type === 'ping' && this.answersPings) {
          this.tell({ type: 'pong', id: message.id, time })
        }
        this.heard.push(message)
      })
    })
  }

  now() {
    return Date.now() + this.clockOffMs
  }

  get address() {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  file(name: string) {
    return join(this.folder, name)
  }

  /** Switchings without repetitions, because the guard may switch off what the timer just switched off. */
  switched(): string[] {
    return this.lines('log').filter((line, index, all) => line !== all[index - 1])
  }

  lines(name: string): string[] {
    return existsSync(this.file(name))
      ? readFileSync(this.file(name), 'utf8').split('\n').slice(0, -1)
      : []
  }

  /** A machine with a file as its relay, which logs each switching. */
  machine(on = '') {
    const write = (word: string, before = '') => [
      'sh',
      '-c',
      `${before} echo ${word} >> ${this.file('log')}; echo ${word} > ${this.file('relay')}`,
    ]
    return {
      by: 'command',
      on: write('on', on),
      off: write('off'),
      state: ['cat', this.file('relay')],
    }
  }

  async agent(wiring: object, more: object = {}) {
    if (!this.#server.address()) await once(this.#server, 'listening')
    const settings = {
      server: this.address,
      credential: this.credential,
      journal: this.file('journal'),
      channels: { 1: wiring },
      ...more,
    }
    writeFileSync(this.file('settings'), JSON.stringify(settings))
    const agent = spawn(process.execPath, [this.main, this.file('settings')], {
      env: { ...process.env, ...this.env },
    })
    for (const stream of [agent.stdout, agent.stderr]) {
      stream.on('data', (text) => {
        this.output += text
      })
    }
    this.#agents.push(agent)
    return agent
  }

  /** Waits until the agent is connected, has sent its state, and can bound the server's time. */
  async connected(wiring: object) {
    const count = this.heard.length
    const agent = await this.agent(wiring)
    await this.hear('state', () => true, count)
    await this.hear('ping', () => true, count)
    return agent
  }

  async kill(agent: ChildProcess) {
    const gone = once(agent, 'exit')
    agent.kill('SIGKILL')
    await gone
  }

  cutLine() {
    this.#socket?.terminate()
  }

  tell(message: object) {
    const type = (message as { type: keyof typeof fromServer }).type
    this.#socket?.send(JSON.stringify(fromServer[type].parse(message)))
  }

  async hear<Type extends ControllerMessage['type']>(
    type: Type,
    isIt: (message: Message<Type>) => boolean = () => true,
    from = 0,
  ): Promise<Message<Type>> {
    const find = () =>
      this.heard.slice(from).find((heard) => heard.type === type && isIt(heard as Message<Type>))
    await expect.poll(find, { message: `${type}\n${this.output}` }).toBeDefined()
    return find() as Message<Type>
  }

  async start(more: object = { seconds: 600 }, id: string = randomUUID(), leftMs = 9000) {
    const count = this.heard.length
    this.tell({ type: 'start', id, channel: 1, deadline: this.now() + leftMs, ...more })
    return this.hear('answer', (answer) => answer.id === id, count)
  }

  async ask(start: string | null = null) {
    const id = randomUUID()
    this.tell({ type: 'ask', id, channel: 1, start })
    return this.hear('state', (state) => state.question === id)
  }

  async [Symbol.asyncDispose]() {
    for (const agent of this.#agents) if (isAlive(agent)) await this.kill(agent)
    this.#server.close()
    this.cutLine()
    expect(this.output).not.toContain(this.credential)
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

function isAlive({ exitCode, signalCode }: ChildProcess) {
  return exitCode === null && signalCode === null
}
