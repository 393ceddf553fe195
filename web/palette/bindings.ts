import type { TextKey } from '../texts/texts.ts'

/** A key, and what it does wherever somebody is. */
export interface Binding {
  /** As Mantine's useHotkeys takes it. */
  keys: string
  label: TextKey
  run: () => void
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** As it stands on the keyboard. */
export function shownKeys({ keys }: Binding): string[] {
  const names: Record<string, string> = { mod: isMac ? '⌘' : 'Ctrl', shift: 'Shift' }
  // Where it is depends on the keyboard: whoever types it knows what to hold.
  if (keys === 'shift+?') return ['?']
  return keys.split('+').map((key) => names[key] ?? key.toUpperCase())
}
