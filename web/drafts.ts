import { drop, keep, kept } from './ui/kept.ts'

/**
 * What somebody typed and has not saved. Passwords, codes, card data and other secrets are never kept
 * (docs/decisions/0027).
 */
export interface Draft {
  values: Record<string, unknown>
  /** What the form began with, and its version: drafts may have grown old. */
  base: Record<string, unknown>
  version: string | undefined
}

export function draftOf(form: string): Draft | undefined {
  return JSON.parse(kept(nameOf(form)) ?? 'null') ?? undefined
}

export function keepDraft(form: string, draft: Draft): void {
  try {
    keep(nameOf(form), JSON.stringify(draft))
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
