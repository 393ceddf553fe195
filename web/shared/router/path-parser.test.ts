import { expect, test } from 'vitest'
import { matchRoute } from 'wouter'
import { pathParser } from './path-parser.ts'

test.each([
  ['/rooms/4821', '4821'],
  ['/rooms/4821/', '4821'],
  ['/rooms/a%20b', 'a b'],
  ['/rooms/a%2Fb', 'a/b'],
  ['/rooms/50%25', '50%'],
  ['/rooms/%2526', '%26'],
  ['/rooms/%E0%A4%A', '%E0%A4%A'],
])('decodes the parameter of %s once', (path, number) => {
  const [matches, params] = matchRoute(pathParser, '/rooms/:number', path)
  expect([matches, params?.number]).toEqual([true, number])
})

test.each(['/rooms', '/rooms/', '/rooms/1/2', '/room/1'])('does not match %s', (path) => {
  expect(matchRoute(pathParser, '/rooms/:number', path)).toEqual([false, null])
})
