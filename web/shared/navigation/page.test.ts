import { expect, test, vi } from 'vitest'
import { showError, shownToasts } from '../ui/toasts.ts'
import { replacePage } from './page.ts'

test('shows no errors of calls that end while the page is being replaced', () => {
  const address = vi.fn()
  vi.stubGlobal('window', { removeEventListener: vi.fn() })
  vi.stubGlobal('location', { replace: address })
  showError('Before')
  replacePage('/auth#expired')
  showError('Session expired. Please login again.')
  expect(address).toHaveBeenCalledWith('/auth#expired')
  expect(shownToasts.get().map(({ title }) => title)).toEqual(['Before'])
})
