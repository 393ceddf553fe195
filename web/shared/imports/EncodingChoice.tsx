import { Alert, NativeSelect, Stack, Text } from '@mantine/core'
import { type TextKey, t } from '../texts/texts.ts'
import { type Encoding, encodings } from './encodings.ts'

const names: Record<Encoding, TextKey> = {
  'windows-1252': 'import.lettersWindows',
  macintosh: 'import.lettersMac',
  'windows-1250': 'import.lettersCentral',
}

const wordsMax = 5

const beyondAscii = /[^\0-\x7f]/

interface LettersProps {
  text: string
  encoding: Encoding
  choose: (encoding: Encoding) => void
}

/** Shows words with special characters from a file without a declared encoding, so that the user can check them. */
export function EncodingChoice({ text, encoding, choose }: LettersProps) {
  const words = new Set(
    text.split(/[\0-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]/).filter((word) => beyondAscii.test(word)),
  )
  return (
    <Alert color="yellow" role="status" title={t('import.lettersTitle')}>
      <Stack gap="xs">
        <Text size="sm">
          {t('import.lettersHint', { words: [...words].slice(0, wordsMax).join(', ') })}
        </Text>
        <NativeSelect
          label={t('import.letters')}
          value={encoding}
          onChange={({ currentTarget }) => choose(currentTarget.value as Encoding)}
          data={encodings.map((value) => ({ value, label: t(names[value]) }))}
        />
      </Stack>
    </Alert>
  )
}
