import type { FormEvent } from 'react'
import { ApiError, isOutdated } from '../calls/client.ts'
import { useSingleMutation } from '../queries/use-single-mutation.ts'
import { fieldErrors } from '../ui/form-check.ts'
import { showError, showSuccess } from '../ui/toasts.ts'
import { useIfStillShown } from '../ui/use-if-still-shown.ts'
import { type KeptValuesOptions, type Saved, useKeptValues } from './use-kept-values.ts'

export interface FormOptions<Values extends Record<string, unknown>, Answer>
  extends KeptValuesOptions<Values> {
  /** Problem that the screen reports before sending, with its fields. */
  objection?: (values: Values) => { fields: string[]; sentence: string } | undefined
  /** Saved values from an answer; without it, the form resets to its initial values. */
  saved?: (answer: Answer, sent: Values) => Saved<Values>
  /** Toast after saving. */
  success?: string
  /** Called after saving, wherever the user is by then. */
  done?: (answer: Answer, sent: Values) => unknown
  /** Called if everything is saved and the user is still here. */
  leave?: (answer: Answer) => void
  /** Called instead of `leave` if the user has typed since sending. */
  stay?: (answer: Answer) => void
  /** Reports a failure. */
  failed: (error: unknown) => void
  /** Field errors of an answer besides its details. */
  errorsOf?: (error: unknown, sent: Values) => Record<string, string>
  /** Reloads the values after another user has changed them. */
  latest?: () => Promise<Answer | undefined>
}

interface SentForm<Values extends Record<string, unknown>, Answer>
  extends FormOptions<Values, Answer> {
  send: (values: Values, version: string | undefined) => Promise<Answer>
}

/**
 * Form that keeps and checks input and sends it once at a time. Errors of an answer go to their fields; success leads
 * elsewhere only if the user is still here and has typed nothing since.
 */
export function useForm<Values extends Record<string, unknown>, Answer>(
  options: SentForm<Values, Answer>,
) {
  const { name, send, failed } = options
  const form = useKeptValues(options)
  const ends = useEnds(form, options)
  const saving = useSingleMutation({
    mutationKey: ['save', name],
    mutationFn: (values: Values) => send(values, form.version),
    onSuccess: ends.succeed,
    onError: async (error, sent) => {
      if (!(await ends.compare(error, sent))) ends.fail(error, sent, failed)
    },
  })
  return useSubmit(form, options, saving)
}

type Kept<Values extends Record<string, unknown>> = ReturnType<typeof useKeptValues<Values>>

/** Applies an answer to the form. */
export function useEnds<Values extends Record<string, unknown>, Answer>(
  form: Kept<Values>,
  options: FormOptions<Values, Answer>,
) {
  const { initial, saved, success, done, leave, stay, errorsOf, latest } = options
  const ifStillShown = useIfStillShown()

  function succeed(answer: Answer, sent: Values) {
    const hasRest = form.saved(sent, saved?.(answer, sent) ?? { now: initial })
    if (success) showSuccess(success)
    const following = done?.(answer, sent)
    ifStillShown(() => (hasRest ? stay : leave)?.(answer))
    return following
  }

  /** @returns whether values saved by another user were loaded */
  async function compare(error: unknown, sent: Values): Promise<boolean> {
    const theirs = isOutdated(error) && (await latest?.().catch(() => undefined))
    if (!theirs) return false
    const differs = form.compareWith(saved?.(theirs, sent) ?? {})
    // The same values were saved in another tab, or here by a call whose answer was lost.
    if (!differs) succeed(theirs, sent)
    return true
  }

  async function fail(error: unknown, sent: Values, say: (error: unknown) => void) {
    say(error)
    form.showErrors({
      ...(await refusedFieldsOf(error, sent)),
      ...fieldErrorsOf(error),
      ...errorsOf?.(error, sent),
    })
  }

  return { succeed, compare, fail, ifStillShown }
}

/** Adds the handlers of the `<form>`, for its button and for Enter. */
export function useSubmit<Values extends Record<string, unknown>>(
  form: Kept<Values>,
  { objection }: Pick<FormOptions<Values, never>, 'objection'>,
  saving: { isPending: boolean; mutate: (values: Values) => void },
) {
  /** Sends valid input, directly or after another step; otherwise focuses the first wrong field. */
  const checked = (send: (values: Values) => void) => (event: FormEvent<HTMLFormElement>) => {
    // A date or time with a missing part would count as empty.
    if (isHalfWritten(event.currentTarget)) return event.preventDefault()
    const objected = objection?.(form.getValues())
    form.onSubmit((values) => {
      if (!objected) send(values)
    })(event)
    if (!objected) return
    form.focusFirst(objected.fields)
    showError(objected.sentence)
  }
  return {
    ...form,
    checked,
    submit: checked(saving.mutate),
    save: saving.mutate,
    isSaving: saving.isPending,
  }
}

/** Reported by the browser, because only it knows the text in its own fields. */
function isHalfWritten(form: HTMLFormElement): boolean {
  const broken = form.querySelector<HTMLInputElement>('[type=date]:invalid, [type=time]:invalid')
  broken?.reportValidity()
  return broken !== null
}

/** Field errors of the server, to show below the inputs. */
function fieldErrorsOf(error: unknown): Record<string, string> {
  return error instanceof ApiError ? fieldErrors(error.details ?? []) : {}
}

/** Loads what it needs on demand: few forms are refused. */
async function refusedFieldsOf(error: unknown, sent: object): Promise<Record<string, string>> {
  if (!(error instanceof ApiError)) return {}
  const code = await import('./refused-fields.ts').catch(() => undefined)
  return code?.refusedFields(error, sent) ?? {}
}
