import { type FormErrors, useForm } from '@mantine/form'
import { useEffect, useId, useRef } from 'react'
import { isSame } from './is-equal.ts'

interface CheckedFormOptions<Values> {
  initialValues: Values
  validate?: (values: Values) => Record<string, string>
  keep?: (typed: Values) => void
}

/** Form that focuses the first wrong field if it cannot be sent. */
export function useCheckedForm<Values extends Record<string, unknown>>({
  initialValues,
  validate,
  keep,
}: CheckedFormOptions<Values>) {
  const name = useId().replace(/\W|_/g, '')
  const form = useForm<Values>({
    name,
    initialValues,
    ...(validate && { validate }),
    ...(keep && { onValuesChange: keep }),
  })

  /** Mark of a field's input, as set by `getInputProps`. */
  const pathOf = (field: string) => `${name}-${field}`

  function focusFirst(fields: string[]) {
    const paths = new Set(fields.map(pathOf))
    const inputs = [...document.querySelectorAll<HTMLElement>('[data-path]')]
    const first = inputs.find(({ dataset }) => paths.has(dataset.path ?? ''))
    first?.focus({ preventScroll: true })
    // Not at the edge, where the header or a toast covers it.
    first?.scrollIntoView({ block: 'center' })
  }

  const refused = useRef<string[]>(undefined)
  // Once the errors are drawn, so that a screen reader reads them with their field.
  useEffect(() => {
    if (refused.current) focusFirst(refused.current)
    refused.current = undefined
  })

  const sent = useRef<{ values: Values; from: Element | null }>(undefined)
  const onSubmit: typeof form.onSubmit = (send, whenWrong) =>
    form.onSubmit(
      (values, event) => {
        sent.current = { values: { ...values }, from: document.activeElement }
        return send(values, event)
      },
      (errors, values, event) => {
        focusFirst(Object.keys(errors))
        whenWrong?.(errors, values, event)
      },
    )

  /** Shows errors of an answer. Does not move the focus of a user who has gone on. */
  function showErrors(errors: FormErrors) {
    form.setErrors(errors)
    const focused = document.activeElement
    const isWriting =
      focused?.matches('input, textarea, select') &&
      (focused !== sent.current?.from || !isSame(form.getValues(), sent.current.values))
    if (!isWriting) refused.current = Object.keys(errors)
  }

  return { ...form, onSubmit, showErrors, focusFirst, pathOf }
}
