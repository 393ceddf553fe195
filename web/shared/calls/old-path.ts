import type { Call } from './calls.ts'

/** Whether the answer comes from a server of an earlier version, which has only the old path. */
export async function hasOnlyOldPath(
  { method, path, oldPath }: Call,
  response: Response,
): Promise<boolean> {
  if (!oldPath || (response.status !== 404 && response.status !== 405)) return false
  const body = await response
    .clone()
    .json()
    .catch(() => undefined)
  const code = String(body?.code)
  if (code === 'path_not_found' || code === 'method_not_allowed') return true
  // It reads the last word of `/devices/export` as an id.
  return method === 'GET' && !path.includes(':') && code.endsWith('_not_found')
}
