import pg from 'pg'

/** One connection of its own. That it is lost is said by whatever is asked of it, and ends no program. */
export function makeClient(config: string | pg.ClientConfig): pg.Client {
  const client = new pg.Client(config)
  client.on('error', () => {})
  return client
}
