import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { withLaterTexts } from '../../shared/loading/language.ts'
import { loadedNow } from '../../shared/loading/own-code.ts'
import { t } from '../../shared/texts/texts.ts'
import { isFocusLost } from '../../shared/ui/focus-main.ts'
import { showError } from '../../shared/ui/toasts.ts'
import type { Binding } from '../palette/bindings.ts'
import { menuOf } from './menus.ts'

/** The palette also lists rarely visited screens, by their texts. */
const load = () => withLaterTexts(import('../palette/Palette.tsx'))
type Palette = Awaited<ReturnType<typeof load>>['default']
/** Failures are reported on a press. */
const prefetch = () => void load().catch(() => {})

/** Opens the palette, also by its shortcut. Loads its code on demand. */
export function PaletteButton({ toggleSidebar }: { toggleSidebar: () => void }) {
  const user = useUser()
  const [Loaded, setLoaded] = useState<Palette>()
  const [opened, setOpened] = useState<ComponentProps<Palette>['opened']>()
  const opener = useRef<Element>(null)
  // A dialog drawn open takes the focus before it can store the previous one.
  useEffect(() => {
    const { current } = opener
    if (!opened && current instanceof HTMLElement && isFocusLost()) current.focus()
  }, [opened])

  async function open(what: typeof opened) {
    // An open dialog takes precedence.
    if (document.querySelector('[aria-modal=true]')) return
    try {
      const { default: loaded } = await loadedNow(load)
      opener.current = focusedNow()
      setLoaded(() => loaded)
      setOpened(what)
    } catch {
      showError(t('shell.menuFailed'))
    }
  }

  const bindings: Binding[] = [
    { keys: 'mod+K', label: 'keys.palette', run: () => void open('palette') },
    { keys: 'mod+B', label: 'shell.toggleSidebar', run: toggleSidebar },
    { keys: 'shift+?', label: 'keys.title', run: () => void open('keys') },
  ]
  const hotkeys = (isText: boolean) =>
    bindings
      .filter(({ keys }) => keys.startsWith('mod+') !== isText)
      .map(({ keys, run }): [string, () => void] => [keys, run])
  useHotkeys(hotkeys(false), [])
  // Character keys are left to input fields.
  useHotkeys(hotkeys(true))
  const pages = menuOf(user).map((entry) => ({
    ...entry,
    id: entry.to,
    label: t(entry.label),
  }))
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        onClick={() => void open('palette')}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        aria-label={t('palette.name')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
      >
        <Search size={20} />
      </ActionIcon>
      {Loaded && (
        <Loaded
          pages={pages}
          bindings={bindings}
          opened={opened}
          close={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

/** The focused element; for an entry of a menu, which closes, the button of the menu. */
function focusedNow(): Element | null {
  const focused = document.activeElement
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : focused
}
