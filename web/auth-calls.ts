/**
 * The calls of signing in and out. With their schemas they would be a seventh of what the sign-in
 * screen loads, which is shown without them.
 */
export async function loadAuthCalls() {
  return (await import('@coinless/contract/auth.ts')).auth
}
