import { use, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { setUnsaved, unsavedIn } from '../navigation/unsaved.ts'
import { DialogContext } from './dialog-context.ts'
import { type Draft, draftOf, dropDraft, keepDraft } from './drafts.ts'
import { isEqual, isSame } from './is-equal.ts'
import { useCheckedForm } from './use-checked-form.ts'

type FormValues = Record<string, unknown>

const none: readonly never[] = []

export interface KeptValuesOptions<Values extends FormValues> {
  /** Subject of the form, such as 'device 12'; also the key of its draft. */
  name: string
  /** Saved values. The form follows them until the user types. */
  initial: Values
  /** Version of the thing that the form changes, from the server. */
  version?: string | undefined
  validate?: (values: Values) => Record<string, string>
  /** Fields that are never stored, because they are worth money or grant access. */
  secrets?: readonly (keyof Values & string)[]
  /** Stores the input in another way, and leaves without confirmation (docs/decisions/0039). */
  keep?: (typed: Values) => void
}

export interface Saved<Values> {
  /** Values as the server saved them. */
  now?: Values
  version?: string | undefined
  /** Names of the forms that can save input typed after sending. */
  restGoesTo?: readonly string[]
}

/**
 * Form values that survive answers, reloaded data, an expired session, page reloads and back (drafts.ts). Leaving with
 * unsaved input needs confirmation.
 */
export function useKeptValues<Values extends FormValues>(options: KeptValuesOptions<Values>) {
  const { name, initial, version, secrets = none } = options
  const id = useId()
  const [draft] = useState(() => (options.keep ? undefined : draftOf(name)))
  const { base, setBase, begin, isRestored, isOutdated, setOutdated } = useBase(options, draft)
  const form = useCheckedForm<Values>({
    ...options,
    initialValues: restored(base.values, draft),
  })
  const isChanged = !isSame(form.values, base.values)

  function startAfresh(values = base.values, ofVersion = base.version) {
    begin(values, ofVersion)
    form.setValues(values as Partial<Values>)
    forget()
  }

  /** Runs synchronously, because it must not stop a navigation that follows. */
  function forget() {
    dropDraft(name)
    setUnsaved(id, undefined)
  }

  /** @returns whether something was typed since it was sent */
  function take(sent: Values, { now = sent, version: ofVersion, restGoesTo }: Saved<Values>) {
    const rest = merged(form.getValues(), sent, now)
    const hasRest = !isSame(rest, now)
    if (hasRest) {
      const kept = { values: rest, base: now, version: ofVersion }
      for (const form of restGoesTo ?? none) keepDraft(form, kept, secrets)
    }
    begin(hasRest && restGoesTo ? rest : now, ofVersion)
    form.setValues(rest as Partial<Values>)
    if (!hasRest || restGoesTo) forget()
    return hasRest
  }
  const saved = useSaved(name, id, initial, take)

  /**
   * Another user has saved: untouched fields take the saved values, the rest must be compared.
   * @returns whether there is such a rest
   */
  function compareWith({ now: theirs = base.values, version: ofVersion }: Saved<Values>) {
    const mine = merged(form.getValues(), base.values, theirs)
    if (isSame(mine, theirs)) return false
    begin(theirs, ofVersion)
    form.setValues(mine as Partial<Values>)
    setOutdated(true)
    return true
  }

  useChanges(initial, version, () => {
    // The values may have been loaded without a version and edited since.
    if (isSame(base.values, initial)) setBase({ values: base.values, version })
    else if (!isChanged) startAfresh(initial, version)
    else if (version === undefined) {
      setBase({ values: initial, version })
      form.setValues(merged(form.getValues(), base.values, initial) as Partial<Values>)
    }
  })

  useDraft(id, options, form.values, base.values, base.version)

  return {
    ...form,
    isChanged,
    unsaved: () => unsavedIn(id),
    isRestored: isRestored && isChanged,
    isOutdated,
    base: base.values,
    version: base.version,
    saved,
    compareWith,
    startAfresh,
  }
}

/** Saved values that the input is compared with, and whether the form shows a draft or outdated input. */
function useBase<Values extends FormValues>(
  { initial, version }: KeptValuesOptions<Values>,
  draft: Draft | undefined,
) {
  const [base, setBase] = useState(() => baseOf(initial, version, draft))
  const [isRestored, setRestored] = useState(draft !== undefined)
  const [isOutdated, setOutdated] = useState(false)

  function begin(values: Values, ofVersion: string | undefined) {
    setBase({ values, version: ofVersion })
    setRestored(false)
    setOutdated(false)
  }
  return { base, setBase, begin, isRestored, isOutdated, setOutdated }
}

/** Calls `follow` when the saved values or their version change. */
function useChanges(initial: FormValues, version: string | undefined, follow: () => void) {
  const known = useRef({ initial, version })
  useEffect(() => {
    const isKnown = isSame(known.current.initial, initial) && known.current.version === version
    if (isKnown) return
    known.current = { initial, version }
    follow()
  })
}

/** Open forms by name. */
const opened = new Map<string, { id: string; take: (sent: never, saving: never) => unknown }>()

/**
 * Marks sent values as saved and keeps later input. If the sending form was left and opened again, the new form shows
 * the sent values, so it is updated, too.
 * @returns a function that does this and returns whether later input exists
 */
function useSaved<Values extends FormValues>(
  name: string,
  id: string,
  initial: Values,
  take: (sent: Values, saving: Saved<Values>) => boolean,
) {
  const latest = useEffectEvent(take)
  useEffect(() => {
    opened.set(name, { id, take: latest })
    return () => {
      if (opened.get(name)?.id === id) opened.delete(name)
    }
  }, [name, id])
  return (sent: Values, saving: Saved<Values> = {}) => {
    const hasRest = take(sent, saving)
    const other = opened.get(name)
    if (other && other.id !== id) {
      const takeOver = other.take as typeof take
      takeOver(sent, saving.restGoesTo ? { now: initial } : saving)
    }
    return hasRest
  }
}

/** Stores unsaved input as a draft and marks the form as unsaved. */
function useDraft<Values extends FormValues>(
  id: string,
  { name, secrets = none, keep }: KeptValuesOptions<Values>,
  typed: Values,
  base: Values,
  version: string | undefined,
) {
  const fields: string[] = keep ? [] : Object.keys(typed)
  const changed = fields.filter((field) => !isEqual(typed[field], base[field]))
  const hasSecret = secrets.some((field) => changed.includes(field))
  const unsaved = changed.length > 0 ? (hasSecret ? 'secret' : 'draft') : undefined
  const isKept = changed.some((field) => !secrets.includes(field))
  const dialog = use(DialogContext)?.id

  useEffect(() => setUnsaved(id, unsaved, dialog), [id, unsaved, dialog])

  useEffect(() => {
    if (!isKept) return dropDraft(name)
    keepDraft(name, { values: typed, base, version }, secrets)
  }, [name, isKept, typed, base, version, secrets])

  useEffect(() => () => setUnsaved(id, undefined), [id])
}

/** Takes current values for untouched fields, and the input for the others. */
function merged<Values extends FormValues>(typed: Values, before: Values, now: Values): Values {
  const fields = Object.keys(typed).map((field) => [
    field,
    isEqual(typed[field], before[field]) ? now[field] : typed[field],
  ])
  return Object.fromEntries(fields)
}

/** A draft without a version is not compared: untouched fields take the current values. */
function baseOf<Values extends FormValues>(
  initial: Values,
  version: string | undefined,
  draft: Draft | undefined,
) {
  if (draft?.version === undefined) return { values: initial, version }
  return { values: { ...initial, ...fieldsOf(initial, draft.base) }, version: draft.version }
}

/** Adds the input of the draft. */
function restored<Values extends FormValues>(base: Values, draft: Draft | undefined): Values {
  const before = { ...base, ...fieldsOf(base, draft?.base) }
  return merged({ ...before, ...fieldsOf(base, draft?.values) }, before, base)
}

/** Ignores unknown fields, because a draft of another form may have more. */
function fieldsOf<Values extends FormValues>(initial: Values, draft: FormValues = {}) {
  const known = Object.entries(draft).filter(([field]) => field in initial)
  return Object.fromEntries(known) as Partial<Values>
}
