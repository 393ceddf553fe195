import { useCheckedForm } from './use-checked-form.ts'

interface LocalFormOptions<Values> {
  initial: Values
  validate: (values: Values) => Record<string, string>
  /** Receives valid input. */
  take: (values: Values) => void
}

/** Form of a dialog whose input goes into the form behind it, which keeps and sends it. */
export function useLocalForm<Values extends Record<string, unknown>>(
  options: LocalFormOptions<Values>,
) {
  const { initial, validate, take } = options
  const form = useCheckedForm({ initialValues: initial, validate })
  return {
    ...form,
    ...{ isSaving: false, isRestored: false, isOutdated: false, base: initial },
    startAfresh: form.reset,
    submit: form.onSubmit(take),
  }
}
