import { getForAccount, removeForAccount, setForAccount } from '../ui/account-storage.ts'

type FormValues = Record<string, unknown>

/** Unsaved input. Passwords, codes, card data and other secrets are never stored (docs/decisions/0019). */
export interface Draft {
  values: FormValues
  /** Initial values and version of the form: a draft may be outdated. */
  base: FormValues
  version: string | undefined
}

export function draftOf(form: string): Draft | undefined {
  return JSON.parse(getForAccount(nameOf(form)) ?? 'null') ?? undefined
}

/** @param secrets fields to omit */
export function keepDraft(form: string, draft: Draft, secrets: readonly string[]): void {
  const { values, base, version } = draft
  const kept = { values: without(secrets, values), base: without(secrets, base), version }
  try {
    setForAccount(nameOf(form), JSON.stringify(kept))
  } catch {
    // The storage is full: the input is still on the screen.
  }
}

export function dropDraft(form: string): void {
  removeForAccount(nameOf(form))
}

function nameOf(form: string): string {
  return `draft ${form}`
}

function without(secrets: readonly string[], values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !secrets.includes(field)))
}
