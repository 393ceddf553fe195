import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Logger } from 'pino'

/** Notifies systemd, which waits for this if the unit has Type=notify. Node itself cannot write to the socket. */
export async function notifyReady(logger: Logger): Promise<void> {
  if (!process.env.NOTIFY_SOCKET) return
  await promisify(execFile)('systemd-notify', ['--ready']).catch((err) =>
    logger.error({ err }, 'could not notify systemd that the server is ready'),
  )
}
