import { afterEach, vi } from 'vitest'

/** Fake timers of a failed test would block the later tests of its worker. */
afterEach(() => void vi.useRealTimers())
