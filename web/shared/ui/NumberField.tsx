import { numberOf } from '@coinless/contract/typed-number.ts'
import { TextInput, type TextInputProps } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { numberText } from './number-shown.ts'

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** A number, or text typed instead of one. */
  value?: number | string | null
  onChange?: (value: number | string) => void
  /** Shows the sign of the currency where it stands first. */
  isAmount?: boolean
  /** Number of decimals; default: whole numbers. */
  decimals?: number
  /** Step of the arrow keys, limited to min and max. */
  step?: number
  min?: number
  max?: number
}

/**
 * Keeps the text as typed; the form's validation reports errors. A field that corrects input would silently turn 1.5
 * minutes into 15.
 */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, isAmount, decimals = 0, step = 1, min, max, onBlur, ...rest } = props
  const given = value ?? ''
  const shown = (number: number | string) => numberText(number, decimals, isAmount)
  const [text, setText] = useState(() => shown(given))
  // The value was set other than by typing.
  const current = numberOf(text) === given ? text : shown(given)

  function write(written: string) {
    setText(written)
    onChange?.(numberOf(written))
  }

  function tidy(event: FocusEvent<HTMLInputElement>) {
    setText(shown(given))
    onBlur?.(event)
  }

  function stepByKey(event: KeyboardEvent) {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (!direction || rest.readOnly) return
    event.preventDefault()
    const from = typeof given === 'number' ? given : 0
    const next = Number((from + direction * step).toFixed(decimals))
    write(shown(Math.min(max ?? next, Math.max(min ?? next, next))))
  }

  return (
    <TextInput
      {...rest}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={current}
      onChange={(event) => write(event.currentTarget.value)}
      onBlur={tidy}
      onKeyDown={stepByKey}
    />
  )
}
