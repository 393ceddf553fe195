import { setTimeout as delay } from 'node:timers/promises'
import { auth } from '@coinless/contract/auth.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'

const pauseMs = 50
/** Server unavailable, or asks to retry later. */
const later = new Set([429, 502, 503, 504])

type Output<Schema> = Schema extends { _output: infer Of } ? Of : undefined
type Input<Schema> = Schema extends { _input: infer Of } ? Of : never

interface Sent<E extends Endpoint> {
  params?: Input<E['params']>
  query?: Record<string, string>
  body?: Input<E['body']>
  key?: string
}

/** A client of an installation's API that retries until answered. */
export class ApiCaller {
  private readonly address: () => string
  private readonly account: { email: string; password: string }
  private token = ''

  /** @param address current address of a server */
  constructor(address: () => string, account: { email: string; password: string }) {
    this.address = address
    this.account = account
  }

  get email(): string {
    return this.account.email
  }

  /** @throws Error with the sentence of a refusal */
  async call<E extends Endpoint>(endpoint: E, sent: Sent<E> = {}): Promise<Output<E['reply']>> {
    const { status, body } = await this.ask(endpoint, sent)
    if (status === endpoint.status) return body as never
    throw new Error(`${endpoint.method} ${endpoint.path}: ${(body as { error?: string }).error}`)
  }

  /** Retries after lost connections, while servers are busy, and after a session expires. */
  async ask<E extends Endpoint>(endpoint: E, sent: Sent<E> = {}) {
    for (;;) {
      const answer = await this.tryOnce(endpoint, sent).catch(() => undefined)
      if (answer?.status === 401 && endpoint.may !== 'anyone') await this.signIn()
      else if (answer && !later.has(answer.status)) return answer
      else await delay(answer?.waitMs ?? pauseMs)
    }
  }

  private async signIn() {
    this.token = (await this.call(auth.login, { body: this.account })).session.access_token
  }

  private async tryOnce<E extends Endpoint>(endpoint: E, { params, query, body, key }: Sent<E>) {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String((params as Record<string, unknown>)[name])),
    )
    const asked = query ? `?${new URLSearchParams(query)}` : ''
    const response = await fetch(`${this.address()}/api${path}${asked}`, {
      method: endpoint.method,
      headers: {
        'content-type': 'application/json',
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      body: (isJson(response) ? JSON.parse(text) : text) as unknown,
      waitMs: Math.max(pauseMs, Number(response.headers.get('retry-after') ?? 0) * 1000),
    }
  }
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false
}
