import { readFileSync } from 'node:fs'
import { webhookEventTypes } from '@coinless/contract/choices.ts'
import { expect, test } from 'vitest'
import { signatureOf } from './secrets.ts'

const page = readFileSync('docs/integrate/webhooks.md', 'utf8')
const example = /```js\n(.+?)```/s.exec(page)?.[1] ?? ''
const { isFromCoinless } = (await import(
  `data:text/javascript,${encodeURIComponent(example)}`
)) as { isFromCoinless: (header: string, body: string, secret: string) => boolean }

const [secret, old] = ['whsec_new', 'whsec_old']
const body = '{"id":"é"}'
const now = () => Math.floor(Date.now() / 1000)

test('verifies signatures by either secret with the example in docs/integrate/webhooks.md', () => {
  const header = signatureOf(body, [secret, old], now())
  expect(isFromCoinless(header, body, secret)).toBe(true)
  expect(isFromCoinless(header, body, old)).toBe(true)
})

// id: verification-1
test('rejects changed, old and foreign signatures with that example', () => {
  const header = signatureOf(body, [secret], now())
  expect(isFromCoinless(header, `${body} `, secret)).toBe(false)
  expect(isFromCoinless(header, body, old)).toBe(false)
  expect(isFromCoinless(signatureOf(body, [secret], now() - 600), body, secret)).toBe(false)
  expect(isFromCoinless(header.replace(/t=\d+/, `t=${now() + 1}`), body, secret)).toBe(false)
  for (const wrong of ['', 't=', 'v1=', `t=${now()},v1=zz`]) {
    expect(isFromCoinless(wrong, body, secret)).toBe(false)
  }
})

test('lists every event in docs/integrate/webhooks.md', () => {
  const named = [...page.matchAll(/^\| `([a-z_.]+)`/gm)].map(([, name]) => name)
  expect(named).toEqual([...webhookEventTypes, 'webhook.test'])
})
