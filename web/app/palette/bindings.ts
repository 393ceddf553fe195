import type { TextKey } from '../../shared/texts/texts.ts'

/** A keyboard shortcut and its action, available on every page. */
export interface Binding {
  /** In the format of Mantine's useHotkeys. */
  keys: string
  label: TextKey
  run: () => void
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Names of the keys, as printed on the keyboard. */
export function shownKeys({ keys }: Binding): string[] {
  const names: Record<string, string> = { mod: isMac ? '⌘' : 'Ctrl', shift: 'Shift' }
  // How '?' is typed depends on the keyboard layout.
  if (keys === 'shift+?') return ['?']
  return keys.split('+').map((key) => names[key] ?? key.toUpperCase())
}
