import { expect, test } from 'vitest'
import { withPriorities } from './journal.ts'
import { makeLogger } from './logger.ts'

test('starts each log line with the priority of its level for the journal', () => {
  const lines: string[] = []
  const output = withPriorities({ write: (line) => void lines.push(line) })
  const logger = makeLogger({ logLevel: 'debug' }, output)
  for (const level of ['debug', 'info', 'warn', 'error', 'fatal'] as const) logger[level](level)
  logger.child({ of: 'a call' }).warn('warn')
  const told = lines.map((line) => [line.slice(0, 3), JSON.parse(line.slice(3)).msg])
  expect(told).toEqual([
    ['<7>', 'debug'],
    ['<6>', 'info'],
    ['<4>', 'warn'],
    ['<3>', 'error'],
    ['<2>', 'fatal'],
    ['<4>', 'warn'],
  ])
})
