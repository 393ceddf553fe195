import { limits } from '@coinless/contract/limits.ts'
import { TextInput } from '@mantine/core'
import { type ChangeEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { t } from '../texts/texts.ts'
import { caretIn, groupedCode } from './grouped-code.ts'

interface CodeFieldProps {
  required: boolean
  isRefused: boolean
  input: {
    value?: string
    error?: ReactNode
    onChange: (typed: string) => void
    onBlur?: () => void
  }
}

/** For the text of a code, whose symbols it groups as they stand on paper. */
export function CodeField({ required, isRefused, input }: CodeFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const caret = useRef<number>(null)
  useLayoutEffect(() => {
    if (caret.current === null) return
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  function change({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const { value, selectionStart } = currentTarget
    const { isComposing, inputType } = nativeEvent as InputEvent
    // The keyboard of a phone loses its place in a text that changes under it.
    const shown = isComposing ? value : groupedCode(value, selectionStart ?? value.length)
    if (shown !== value && selectionStart !== null) {
      // What comes next is a hyphen that was deleted and stands there again.
      const isStuck = inputType === 'deleteContentForward' && shown === input.value
      caret.current = caretIn(shown, value.slice(0, selectionStart)) + (isStuck ? 1 : 0)
    }
    input.onChange(shown)
  }

  return (
    <TextInput
      {...input}
      ref={field}
      label={t('payments.prepaidTab')}
      required={required}
      // The link of a card is longer than its code.
      maxLength={limits.tokenMax}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      onChange={change}
      error={input.error ?? isRefused}
      onBlur={() => {
        input.onBlur?.()
        input.onChange(groupedCode(input.value ?? ''))
      }}
    />
  )
}
