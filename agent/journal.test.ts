import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Journal } from './journal.ts'

test('keeps no entry that it cannot write to the disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coinless-journal-'))
  const journal = new Journal(join(folder, 'journal.json'))
  rmSync(folder, { recursive: true })
  const entry = { channel: 1, result: 'accepted', switched: null, ran_seconds: null } as const
  const unknown = { watts: null, busy: null, on_seconds: 0 }
  expect(() => journal.write({ start: 'a', ...entry, ...unknown })).toThrow('ENOENT')
  expect(journal.find('a')).toBeUndefined()
})
