import { languageNames, languages } from '@coinless/contract/languages.ts'
import { Button, Group } from '@mantine/core'
import { currentLanguage, t } from '../texts/texts.ts'
import { chooseLanguage } from './language.ts'

/** For screens without the user menu. */
export function LanguageSwitch() {
  return (
    <Group justify="center" gap="xs" role="group" aria-label={t('shell.language')}>
      {languages.map((language) => (
        <Button
          key={language}
          size="xs"
          variant={language === currentLanguage() ? 'default' : 'transparent'}
          aria-pressed={language === currentLanguage()}
          lang={language}
          onClick={() => chooseLanguage(language)}
        >
          {languageNames[language]}
        </Button>
      ))}
    </Group>
  )
}
