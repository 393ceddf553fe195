import { withLaterTexts } from '../../shared/loading/language.ts'
import { loadedNow } from '../../shared/loading/own-code.ts'
import { MoreMenu } from '../../shared/ui/MoreMenu.tsx'

/** @param choose starts to select rows; undefined: none are shown */
export function CodeMenu({ choose }: { choose: (() => void) | undefined }) {
  return (
    <MoreMenu
      load={() => withLaterTexts(import('./CodeMenuItems.tsx'))}
      loadNow={loadedNow}
      props={{ choose }}
    />
  )
}
