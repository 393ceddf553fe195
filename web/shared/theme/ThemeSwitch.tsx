import { t } from '../texts/texts.ts'
import { ChoiceButtons } from '../ui/ChoiceButtons.tsx'
import { useTheme } from './color-scheme.ts'

/** For screens without the user menu. */
export function ThemeSwitch() {
  const { theme, choose, choices } = useTheme()
  return <ChoiceButtons label={t('shell.theme')} choices={choices} chosen={theme} choose={choose} />
}
