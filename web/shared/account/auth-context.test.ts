import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { fakeStorage } from '../../test/storage.ts'

vi.stubGlobal('localStorage', fakeStorage())
vi.stubGlobal('sessionStorage', fakeStorage())

// id: auth-context-1
test('throws if the session context is used outside its provider', async () => {
  const { useAuth } = await import('./auth-context.tsx')
  const outside = createElement(() => useAuth().user?.email)
  expect(() => renderToString(outside)).toThrow('useAuth must be used within AuthProvider')
})
