import type { FormEvent } from 'react'
import { ApiError, isOutdated } from '../calls/client.ts'
import { useSingleMutation } from '../queries/use-single-mutation.ts'
import { currentLanguage } from '../texts/texts.ts'
import { fieldErrors } from '../ui/form-check.ts'
import { showError, showSuccess } from '../ui/toasts.ts'
import { useIfStillHere } from '../ui/use-if-still-here.ts'
import { type KeptValuesOptions, type Saved, useKeptValues } from './use-kept-values.ts'

export interface FormOptions<Values extends Record<string, unknown>, Answer>
  extends KeptValuesOptions<Values> {
  /** What the screen says in a sentence of its own before anything is sent, and of which fields. */
  objection?: (values: Values) => { fields: string[]; sentence: string } | undefined
  /** What the server made of it; nothing: the form is as at the beginning. */
  saved?: (answer: Answer, sent: Values) => Saved<Values>
  /** Said once it is saved. */
  success?: string
  /** What follows, wherever the person is by now. */
  done?: (answer: Answer, sent: Values) => unknown
  /** Once all is saved, for whoever is still here. */
  leave?: (answer: Answer) => void
  /** The same where something was typed meanwhile. */
  stay?: (answer: Answer) => void
  /** Says what went wrong. */
  failed: (error: unknown) => void
  /** What an answer says of fields beside its details. */
  errorsOf?: (error: unknown, sent: Values) => Record<string, string>
  /** What there is by now, after somebody else has changed it. */
  latest?: () => Promise<Answer | undefined>
}

interface SentForm<Values extends Record<string, unknown>, Answer>
  extends FormOptions<Values, Answer> {
  send: (values: Values, version: string | undefined) => Promise<Answer>
}

/**
 * A form: what is typed is kept, checked and sent once at a time; what an answer says goes to its fields,
 * and leads elsewhere only whoever is still here and has typed nothing since.
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

/** What an answer does to the form. */
export function useEnds<Values extends Record<string, unknown>, Answer>(
  form: Kept<Values>,
  options: FormOptions<Values, Answer>,
) {
  const { initial, saved, success, done, leave, stay, errorsOf, latest } = options
  const ifStillHere = useIfStillHere()

  function succeed(answer: Answer, sent: Values) {
    const hasRest = form.saved(sent, saved?.(answer, sent) ?? { now: initial })
    if (success) showSuccess(success)
    const following = done?.(answer, sent)
    ifStillHere(() => (hasRest ? stay : leave)?.(answer))
    return following
  }

  /** @returns whether it has been loaded what somebody else has saved */
  async function compare(error: unknown, sent: Values): Promise<boolean> {
    const theirs = isOutdated(error) && (await latest?.().catch(() => undefined))
    if (!theirs) return false
    const differs = form.compareWith(saved?.(theirs, sent) ?? {})
    // The same was saved in another tab, or in this one by a call whose answer was lost.
    if (!differs) succeed(theirs, sent)
    return true
  }

  function fail(error: unknown, sent: Values, say: (error: unknown) => void) {
    form.showErrors({ ...fieldErrorsOf(error), ...errorsOf?.(error, sent) })
    say(error)
  }

  return { succeed, compare, fail, ifStillHere }
}

/** The form with what its `<form>` does, by its button and by Enter. */
export function useSubmit<Values extends Record<string, unknown>>(
  form: Kept<Values>,
  { objection }: Pick<FormOptions<Values, never>, 'objection'>,
  saving: { isPending: boolean; mutate: (values: Values) => void },
) {
  /** Sends what is right, as it is or after something else; names the first field that is wrong. */
  const checked = (send: (values: Values) => void) => (event: FormEvent<HTMLFormElement>) => {
    // A day or a time of which a part is missing would count as none.
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

/** Said by the browser, which alone knows what stands in a field of its own. */
function isHalfWritten(form: HTMLFormElement): boolean {
  const broken = form.querySelector<HTMLInputElement>('[type=date]:invalid, [type=time]:invalid')
  broken?.reportValidity()
  return broken !== null
}

/** What the server found wrong, by field, to show below its inputs. */
function fieldErrorsOf(error: unknown): Record<string, string> {
  return error instanceof ApiError ? fieldErrors(error.details ?? [], currentLanguage()) : {}
}
