import { limits } from '@coinless/contract/limits.ts'
import { TextInput } from '@mantine/core'
import { type ChangeEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { t } from '../texts/texts.ts'
import { caretIn, groupedCode } from './grouped-code.ts'

interface CodeFieldProps {
  required: boolean
  isRefused: boolean
  takesFocus?: boolean
  input: {
    value?: string
    error?: ReactNode
    onChange: (typed: string) => void
    onBlur?: () => void
  }
}

/** Field for the text of a code. Groups the symbols as they are printed. */
export function CodeField({ required, isRefused, takesFocus = false, input }: CodeFieldProps) {
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
    // A phone's keyboard loses its place in a text that changes during composition.
    const shown = isComposing ? value : groupedCode(value, selectionStart ?? value.length)
    if (shown !== value && selectionStart !== null) {
      // A deleted hyphen was inserted again, so the caret moves past it.
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
      // The link on a card is longer than its code.
      maxLength={limits.tokenMax}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      autoFocus={takesFocus}
      data-autofocus={takesFocus}
      onChange={change}
      error={input.error ?? isRefused}
      onBlur={() => {
        input.onBlur?.()
        input.onChange(groupedCode(input.value ?? ''))
      }}
    />
  )
}
