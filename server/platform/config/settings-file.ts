import { readFile } from 'node:fs/promises'
import { SettingError } from './setting-error.ts'

type Environment = Record<string, string | undefined>

/** Paths of a service installed as in docs/operate/operating.md. */
const installed = {
  program: '/opt/coinless/',
  file: '/etc/coinless/coinless.env',
  dataDir: '/var/lib/coinless',
}

/**
 * Returns the settings of a tool: those of the service's file, overridden by the environment. SETTINGS_FILE names the
 * file; tools of an installed service know theirs.
 * @param program path of this program
 * @throws SettingError if the file is unreadable, unless it is the default one and the environment names a database
 */
export async function toolSettings(
  environment: Environment,
  program: string,
  { file: ownFile, dataDir }: Omit<typeof installed, 'program'> = installed,
): Promise<Environment> {
  const isInstalled = program.startsWith(installed.program)
  const file = environment.SETTINGS_FILE ?? (isInstalled ? ownFile : undefined)
  if (!file) return environment
  const isNamed = Boolean(environment.DATA_DIR || environment.DATABASE_URL)
  const text = await readFile(file, 'utf8').catch(({ code }) => {
    if (isNamed && !environment.SETTINGS_FILE) return ''
    throw new SettingError(
      `The settings file ${file} cannot be read (${code}). Let this user read it: chgrp coinless, chmod 640.`,
    )
  })
  const settings: Environment = { ...parseSettings(text) }
  if (isNamed) {
    // The environment names another database than the service's.
    for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL']) {
      delete settings[name]
    }
    if (environment.DATABASE_URL) delete settings.BACKUP_DIR
  }
  return { ...(isInstalled && { DATA_DIR: dataDir }), ...settings, ...environment }
}

const name = /\s*(?:[#;].*|([^=\n]*)(=?))/y
const quoted = /[^\S\n]*(?:'([^']*)'|"((?:\\[\s\S]|[^"\\])*)")/y
const unquoted = /((?:\\[\s\S]|[^\\\n])*)\\?/y

/** Parses the syntax of systemd's EnvironmentFile, which differs from a shell: values with spaces need no quotes. */
export function parseSettings(text: string): Record<string, string> {
  const settings: Record<string, string> = {}
  let at = 0
  const next = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  while (at < text.length) {
    const [, key = '', equals] = next(name) ?? []
    if (!equals) {
      at = Math.max(at, text.indexOf('\n', at)) + 1
      continue
    }
    let value = ''
    for (let part = next(quoted); part; part = next(quoted)) {
      value += part[1] ?? part[2]?.replace(/\\(["\\`$\n])/g, (_, char) => char.trim()) ?? ''
    }
    const rest = next(unquoted)?.[1] ?? ''
    settings[key.trim()] =
      value + rest.trim().replace(/\\([\s\S])/g, (_, char) => (char === '\n' ? '' : char))
  }
  return settings
}
