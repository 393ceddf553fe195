import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import { networkOf } from '../../http/request/caller-address.ts'
import type { Server } from '../../http/request/server.ts'
import {
  countingFailedAttempt,
  networksCounted,
  type Throttle,
  waitingSeconds,
} from '../../http/throttle/failed-attempts.ts'
import { inBatches } from '../../platform/database/in-batches.ts'
import { hashOfCredential } from '../controllers/credential.ts'

interface Shown {
  driver: 'coinless' | 'shelly'
  /** Hash of the credential. */
  hash: Buffer
}

/**
 * Finds the controller of a credential. Wrong credentials are counted per network, but right ones are always accepted:
 * 256 random bits cannot be guessed, and one box with an old credential must not keep others out.
 */
export class Credentials {
  private readonly server: Pick<Server, 'config' | 'database'>
  private readonly inTurn = pLimit(limits.wrongCredentialsAtOnce)

  constructor(server: Pick<Server, 'config' | 'database'>) {
    this.server = server
  }

  /** @returns a function that finds it again, because it may have been replaced in between */
  finder(driver: Shown['driver'], credential: string | undefined, address: string) {
    const shown = { driver, hash: hashOfCredential(credential ?? '') }
    const network = networkOf(address)
    const networks = networksCounted('controllers from', address)
    return async () => {
      const found = await this.holder(shown)
      return found ?? this.inTurn(() => this.countWrong(network, networks))
    }
  }

  private readonly holder = inBatches(
    (shown: Shown) => shown,
    (all) => this.holders(all),
  )

  private async holders(shown: Shown[]): Promise<(string | undefined)[]> {
    const hashes = shown.map(({ hash }) => hash)
    const { rows } = await sql<Shown & { id: string }>`
      select id, driver, credential_hash as hash from controllers
      where credential_hash = any(${hashes}::bytea[]) and credential_hash is not null
        and deleted_at is null`.execute(this.server.database)
    const holders = new Map(rows.map((row) => [keyOf(row), row.id]))
    return shown.map((one) => holders.get(keyOf(one)))
  }

  private async countWrong(network: string, networks: Throttle['networks']): Promise<undefined> {
    const { config, database } = this.server
    if (!config.rateLimits) return
    const throttle = {
      own: `controller from ${network}`,
      networks,
      isKnown: sql<boolean>`false`,
    }
    await sql`
      with wrong as (select ${waitingSeconds(throttle)} as seconds),
      ${countingFailedAttempt(throttle, sql`from wrong where seconds is null`)}
      answer as (select)
      select from answer`.execute(database)
  }
}

function keyOf({ driver, hash }: Shown): string {
  return `${driver} ${hash.toString('base64')}`
}
