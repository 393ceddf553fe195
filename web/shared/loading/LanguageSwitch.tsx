import { languageNames, languages } from '@coinless/contract/languages.ts'
import { currentLanguage, t } from '../texts/texts.ts'
import { ChoiceButtons } from '../ui/ChoiceButtons.tsx'
import { chooseLanguage } from './language.ts'

/** For screens without the user menu. */
export function LanguageSwitch() {
  return (
    <ChoiceButtons
      label={t('shell.language')}
      choices={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
      chosen={currentLanguage()}
      choose={chooseLanguage}
    />
  )
}
