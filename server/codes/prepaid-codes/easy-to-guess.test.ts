import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeCode, makeLandlord } from '../../../test/support/make.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'
import { isEasyToGuess } from './easy-to-guess.ts'

const server = testApp()

// id: easy-to-guess-1
test.each(['123456', 'AAAAAAAA', 'QWERTY-123', 'SUMMER-2026', 'WASHER-1', 'WELCOME', 'CODE-1234'])(
  'rejects %s as too easy to guess',
  async (code) => {
    const as = await makeLandlord(server)
    const created = await server.refused(prepaidCodes.create, { as, body: { code, balance: 1 } })
    expect([created.status, created.body.code]).toEqual([422, 'code_easy_to_guess'])
    const { id } = await makeCode(server, as)
    const renamed = await server.refused(prepaidCodes.rename, {
      as,
      params: { id },
      body: { code },
    })
    expect(renamed.body.code).toBe('code_easy_to_guess')
  },
)

test('accepts generated codes and less obvious texts', async () => {
  const chosen = ['PINEWOOD-PITCH-12', 'TESSA-ELM-STREET-4', 'AMANKWAH-17']
  for (const code of [...chosen, ...Array.from({ length: 100 }, generateCode)]) {
    expect(await isEasyToGuess(code), code).toBe(false)
  }
})
