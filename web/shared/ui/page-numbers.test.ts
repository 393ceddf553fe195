import { expect, test } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

function shown(current: number, last: number): string {
  return pageNumbers(current, last)
    .map((page) => page ?? '…')
    .join(' ')
}

// id: page-numbers-1
test('shows the first, the last and the neighbors of the current page', () => {
  expect(shown(1, 44)).toBe('1 2 … 44')
  expect(shown(2, 44)).toBe('1 2 3 … 44')
  expect(shown(3, 44)).toBe('1 2 3 4 … 44')
  expect(shown(20, 44)).toBe('1 … 19 20 21 … 44')
  expect(shown(43, 44)).toBe('1 … 42 43 44')
  expect(shown(44, 44)).toBe('1 … 43 44')
})

test('shows every page if there are few', () => {
  expect(shown(1, 1)).toBe('1')
  expect(shown(2, 3)).toBe('1 2 3')
  expect(shown(1, 2)).toBe('1 2')
})
