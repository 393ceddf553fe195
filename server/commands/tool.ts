import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runningServerUrl, startEmbedded } from '../operations/embedded-postgres/embedded.ts'
import { type Config, loadConfig } from '../platform/config/config.ts'
import { SettingError } from '../platform/config/setting-error.ts'
import { toolSettings } from '../platform/config/settings-file.ts'
import { usableAddress } from '../platform/database/outside.ts'
import { Lifetime } from './lifetime.ts'

interface Urls {
  /** Connects as the owner of the tables. */
  ownerUrl: string
  /** Connects as the server's own user. */
  url: string
}

/** Settings of a command-line tool, and the resources that end with it. */
export interface Tool {
  config: Config
  lifetime: Lifetime
}

/** Runs a command. However it ends, it leaves no running process and no partial file. */
export async function runTool(work: (tool: Tool, args: string[]) => Promise<void>): Promise<void> {
  const lifetime = new Lifetime(1)
  await lifetime.run(async () => {
    const settings = await toolSettings(process.env, fileURLToPath(import.meta.url))
    const config = loadConfig(settings, { demo: false, signsTokens: false })
    await work({ lifetime, config }, process.argv.slice(2))
  })
  await lifetime.end()
}

/**
 * Opens the configured database for a user who may read all of it.
 * @throws SettingError if there is none: a mistyped folder must not become a new database
 */
export async function openExisting(tool: Tool): Promise<string> {
  const { databaseUrl, dataDir } = tool.config
  if (databaseUrl) return (await openOutside(tool.config, databaseUrl)).ownerUrl
  await access(join(dataDir, 'database')).catch(() => {
    throw new SettingError(`DATA_DIR ${dataDir} contains no Coinless database. Correct DATA_DIR.`)
  })
  return (await runningServerUrl(dataDir)) ?? (await startFor(tool)).url
}

/** Opens the configured database, or creates it. */
export async function openOrCreate(tool: Tool): Promise<Urls> {
  const { databaseUrl } = tool.config
  return databaseUrl ? openOutside(tool.config, databaseUrl) : startFor(tool)
}

async function openOutside({ databaseOwnerUrl }: Config, databaseUrl: string): Promise<Urls> {
  const url = await usableAddress('DATABASE_URL', databaseUrl)
  if (!databaseOwnerUrl) return { url, ownerUrl: url }
  return { url, ownerUrl: await usableAddress('DATABASE_OWNER_URL', databaseOwnerUrl) }
}

async function startFor({ config, lifetime }: Tool): Promise<Urls> {
  const starting = startEmbedded(config.dataDir)
  // Registered before the start completes, because a signal may come during it.
  lifetime.defer(() => starting.then(({ stop }) => stop()).catch(() => {}))
  return starting
}
