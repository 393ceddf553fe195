import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

/** Runs the server, which restarts when its code changes, behind the web app served by Vite. */
const root = fileURLToPath(new URL('../', import.meta.url))
const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', 'server/commands/start.ts'],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
const screens = await createServer({ root: `${root}web` })
await screens.listen()
screens.printUrls()

// The terminal's Ctrl+C reaches both processes. Stopping this one stops both, too.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => server.kill())
await once(server, 'exit')
await screens.close()
