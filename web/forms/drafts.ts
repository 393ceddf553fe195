import { drop, keep, kept } from '../ui/kept.ts'

type FormValues = Record<string, unknown>

/**
 * What somebody typed and has not saved. Passwords, codes, card data and other secrets are never kept
 * (docs/decisions/0027).
 */
export interface Draft {
  values: FormValues
  /** What the form began with, and its version: drafts may have grown old. */
  base: FormValues
  version: string | undefined
}

export function draftOf(form: string): Draft | undefined {
  return JSON.parse(kept(nameOf(form)) ?? 'null') ?? undefined
}

/** @param secrets fields that are left out */
export function keepDraft(form: string, draft: Draft, secrets: readonly string[]): void {
  const { values, base, version } = draft
  const kept = { values: without(secrets, values), base: without(secrets, base), version }
  try {
    keep(nameOf(form), JSON.stringify(kept))
  } catch {
    // There is no more room: what was typed is still on the screen.
  }
}

export function dropDraft(form: string): void {
  drop(nameOf(form))
}

function nameOf(form: string): string {
  return `draft ${form}`
}

function without(secrets: readonly string[], values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !secrets.includes(field)))
}
