import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseSettings, toolSettings } from './settings-file.ts'

const folder = await mkdtemp(join(tmpdir(), 'coinless-settings-'))
const file = join(folder, 'coinless.env')
await writeFile(
  file,
  'MAIL_FROM=Coinless <a@example.com>\nDATABASE_URL=postgres://db/coinless\nBACKUP_DIR=/backups\n',
)
const tool = '/opt/coinless/coinless-1.0.0-linux-x64/server/commands/tool.ts'
const ofService = { file, dataDir: '/var/lib/coinless' }
afterAll(() => rm(folder, { recursive: true }))

test.each([
  [
    'spaces and < > without quotes',
    'MAIL_FROM=Coinless <a@b.c>\nNEXT=1',
    { MAIL_FROM: 'Coinless <a@b.c>', NEXT: '1' },
  ],
  ['# within a value', 'A=p#s;s # no comment', { A: 'p#s;s # no comment' }],
  ['comments and empty lines', '# A=1\n\n  ; B=2\n  C = 3  \n', { C: '3' }],
  ['a line without =', 'nothing\nA=1', { A: '1' }],
  ['empty values', 'A=\nB=""\nC=1', { A: '', B: '', C: '1' }],
  ['single quotes', 'A=\'a \\ "b" $c\'', { A: 'a \\ "b" $c' }],
  ['double quotes', 'A="a \\"b\\" \\$c \\d"', { A: 'a "b" $c \\d' }],
  ['quotes within a value', `A=it's "so"`, { A: `it's "so"` }],
  ['quoted parts after each other', `A="a "'b'`, { A: 'a b' }],
  ['values of two lines', 'A=a\\\nb\nB="c\nd"', { A: 'ab', B: 'c\nd' }],
  ['escaped characters', 'A=a\\\\b\\ c', { A: 'a\\b c' }],
  ['a last line without an end', 'A=1\\', { A: '1' }],
  ['the last of two', 'A=1\nA=2', { A: '2' }],
])('reads a settings file as systemd does: %s', (_, text, settings) => {
  expect(parseSettings(text)).toEqual(settings)
})

test('gives a tool the settings of its installed service, else those of SETTINGS_FILE', async () => {
  const settings = await toolSettings({}, tool, ofService)
  expect(settings).toMatchObject({
    MAIL_FROM: 'Coinless <a@example.com>',
    DATABASE_URL: 'postgres://db/coinless',
    DATA_DIR: '/var/lib/coinless',
  })
  expect(await toolSettings({}, '/home/ada/coinless/tool.ts', ofService)).toEqual({})
  const named = await toolSettings({ SETTINGS_FILE: file }, '/home/ada/coinless/tool.ts', ofService)
  expect(named).toMatchObject({ BACKUP_DIR: '/backups' })
})

test('prefers a database in the environment to that of the service', async () => {
  const drill = await toolSettings({ DATA_DIR: '/drill' }, tool, ofService)
  expect(drill).toMatchObject({ DATA_DIR: '/drill', BACKUP_DIR: '/backups' })
  expect(drill).not.toHaveProperty('DATABASE_URL')
  const outside = await toolSettings({ DATABASE_URL: 'postgres://other/x' }, tool, ofService)
  expect(outside.DATABASE_URL).toBe('postgres://other/x')
  expect(outside).not.toHaveProperty('BACKUP_DIR')
})

test('names an unreadable settings file, unless the environment names a database', async () => {
  const closed = { ...ofService, file: join(folder, 'missing.env') }
  await expect(toolSettings({}, tool, closed)).rejects.toThrow(
    `The settings file ${closed.file} cannot be read (ENOENT)`,
  )
  expect(await toolSettings({ DATA_DIR: '/data' }, tool, closed)).toEqual({ DATA_DIR: '/data' })
  const asked = toolSettings({ DATA_DIR: '/data', SETTINGS_FILE: closed.file }, tool, ofService)
  await expect(asked).rejects.toThrow('cannot be read')
})
