import { type FormErrors, useForm } from '@mantine/form'
import { useId } from 'react'

interface CheckedFormOptions<Values> {
  initialValues: Values
  validate?: (values: Values) => Record<string, string>
  keep?: (typed: Values) => void
}

/** A form that goes to the first wrong field when it could not be sent. */
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

  /** How the input of a field is marked; `getInputProps` does so by itself. */
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

  /** What an answer found wrong. Whoever is writing somewhere by now stays there. */
  function showErrors(errors: FormErrors) {
    form.setErrors(errors)
    const isWriting = document.activeElement?.matches('input, textarea, select')
    if (!isWriting) focusFirst(Object.keys(errors))
  }

  return { ...form, onSubmit, showErrors, focusFirst, pathOf }
}
