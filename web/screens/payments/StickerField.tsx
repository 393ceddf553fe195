import { groupedStickerNumber, stickerNumberOf } from '@coinless/contract/sticker-numbers.ts'
import { typedSecret } from '@coinless/contract/typed-secrets.ts'
import { Group, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ScanButton } from '../../shared/scan/ScanButton.tsx'
import { t } from '../../shared/texts/texts.ts'

interface StickerFieldProps {
  /** Number of the chosen device, or the one that led here; null: neither. */
  number: string | null
  /** Finds the device by its number. */
  look: (number: string) => void
}

const allDigits = 9

/** Finds the device as soon as the last digit is typed or the sticker is scanned. */
export default function StickerField({ number, look }: StickerFieldProps) {
  const [typed, setTyped] = useState(shown(number))
  const [isDone, setDone] = useState(true)
  useEffect(() => {
    setTyped(shown(number))
    setDone(true)
  }, [number])
  const whole = stickerNumberOf(typed)
  const isTyping = !isDone && typedSecret(typed).replace(/\D/g, '').length < allDigits
  const isWrong = typed.trim() !== '' && whole === null && !isTyping

  function type(text: string) {
    setTyped(text)
    setDone(false)
    const next = stickerNumberOf(text)
    if (next) look(next)
  }
  function finish() {
    setDone(true)
    if (whole) look(whole)
  }
  function scan(number: string) {
    setTyped(shown(number))
    setDone(true)
    look(number)
  }
  return (
    <TextInput
      label={t('field.sticker_number')}
      description={t('payments.stickerHint')}
      inputMode="numeric"
      autoComplete="off"
      enterKeyHint="go"
      value={typed}
      error={isWrong ? t('payments.stickerWrong') : undefined}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={({ key }) => key === 'Enter' && finish()}
      onBlur={() => setDone(true)}
      inputContainer={(input) => (
        <Group gap="xs" wrap="nowrap" align="flex-end">
          <div style={{ flex: 1, minWidth: 0 }}>{input}</div>
          <ScanButton found={scan} />
        </Group>
      )}
    />
  )
}

function shown(number: string | null): string {
  return groupedStickerNumber(stickerNumberOf(number ?? '') ?? number ?? '')
}
