import { afterEach, vi } from 'vitest'

/** A test that fails in the middle of a time of its own would hold up all that its worker runs after it. */
afterEach(() => void vi.useRealTimers())
