import { type FormErrors, type UseFormInput, useForm } from '@mantine/form'
import { useId } from 'react'

/** A form that goes to the first wrong field when it could not be sent. */
export function useCheckedForm<Values extends Record<string, unknown>>(
  input: UseFormInput<Values, Values>,
) {
  const name = useId().replace(/\W|_/g, '')
  const form = useForm<Values>({ ...input, name })

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
