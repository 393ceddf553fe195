import first from '@coinless/contract/texts/en/first.json' with { type: 'json' }
import { expect, test, vi } from 'vitest'
import { fakeStorage } from '../../test/storage.ts'
import { setTexts } from '../texts/texts.ts'
import { shownToasts } from '../ui/toasts.ts'

vi.stubGlobal('localStorage', fakeStorage())
vi.stubGlobal('sessionStorage', fakeStorage())
setTexts('en', first)

const { NoAnswer } = await import('../calls/connection.ts')
const { showFailure, showMoneyFailure } = await import('./failures.ts')
const { queryClient } = await import('./query-client.ts')

const titles = () => shownToasts.get().map(({ title }) => title)

/** Simulates an action of the user. */
function act(...mutationKey: string[]) {
  const options = { mutationKey, mutationFn: async () => {} }
  return queryClient.getMutationCache().build(queryClient, options).execute(undefined)
}

test('shows an unknown outcome of a money call until the same call is repeated', async () => {
  showMoneyFailure('top up 1', 'Failed to top up')(new NoAnswer())
  showFailure('Failed to update status')(new Error())
  expect(titles()).toEqual(['No response', 'Failed to update status'])
  await act('money', 'top up 2')
  expect(titles()).toEqual(['No response'])
  await act()
  expect(titles()).toEqual(['No response'])
  await act('money', 'top up 1')
  expect(titles()).toEqual([])
})
