import { parentPort, workerData } from 'node:worker_threads'

export interface Payer {
  address: string
  token: string
  payment: object
}

const { address, token, payment } = workerData as Payer
let isPaying = false

async function pay(): Promise<number> {
  const started = performance.now()
  const answer = await fetch(`${address}/api/payments/prepaid`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(payment),
  })
  const text = await answer.text()
  if (answer.status !== 201)
    throw new Error(`A payment failed with status ${answer.status}: ${text}`)
  return performance.now() - started
}

async function payOn(): Promise<number[]> {
  const times: number[] = []
  do times.push(await pay())
  while (isPaying)
  return times
}

/**
 * A separate thread, which floods do not slow down: pays from `true` to `false`, then returns the duration of each
 * payment in ms.
 */
parentPort?.on('message', async (starts: boolean) => {
  isPaying = starts
  if (starts) parentPort?.postMessage(await payOn())
})
