import { type FormErrors, useForm } from '@mantine/form'
import { useId } from 'react'

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
    inputs.find(({ dataset }) => paths.has(dataset.path ?? ''))?.focus()
  }

  const onSubmit: typeof form.onSubmit = (send, whenWrong) =>
    form.onSubmit(send, (errors, values, event) => {
      focusFirst(Object.keys(errors))
      whenWrong?.(errors, values, event)
    })

  /** Shows errors of an answer. Does not move the focus while the user types. */
  function showErrors(errors: FormErrors) {
    form.setErrors(errors)
    const isWriting = document.activeElement?.matches('input, textarea, select')
    if (!isWriting) focusFirst(Object.keys(errors))
  }

  return { ...form, onSubmit, showErrors, focusFirst, pathOf }
}
