import pg from 'pg'

/** A single connection. When it is lost, its next query fails, but the process does not exit. */
export function makeClient(config: string | pg.ClientConfig): pg.Client {
  const client = new pg.Client(config)
  client.on('error', () => {})
  return client
}
