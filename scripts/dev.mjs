import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

/** The server, which starts anew when its code changes, and before it the web app by Vite. */
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

// The terminal's Ctrl+C reaches both; whoever stops this process alone stops both, too.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => server.kill())
await once(server, 'exit')
await screens.close()
