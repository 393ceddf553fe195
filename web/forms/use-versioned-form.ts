import { type FormOptions, useForm } from './use-form.ts'

/** A thing with the version in which the server found it. */
export interface Versioned<Thing> {
  thing: Thing
  version: string | undefined
}

interface VersionedFormOptions<Values extends Record<string, unknown>, Thing>
  extends Omit<FormOptions<Values, Versioned<Thing>>, 'saved' | 'latest'> {
  /** What of the thing the form changes. */
  valuesOf: (thing: Thing) => Values
  send: (values: Values, version: string | undefined) => Promise<Versioned<Thing>>
  /** After somebody else has changed it; throws what keeps it from being loaded. */
  loadAgain?: (() => Promise<Versioned<Thing> | undefined>) | undefined
  /** The forms in which whoever has typed on can save the rest of a new thing. */
  restGoesTo?: ((thing: Thing) => string[] | undefined) | undefined
}

/** A form that changes what somebody else may change meanwhile (docs/decisions/0027). */
export function useVersionedForm<Values extends Record<string, unknown>, Thing>(
  options: VersionedFormOptions<Values, Thing>,
) {
  const { valuesOf, loadAgain, restGoesTo, ...rest } = options
  return useForm<Values, Versioned<Thing>>({
    ...rest,
    saved: ({ thing, version }) => ({
      now: valuesOf(thing),
      version,
      restGoesTo: restGoesTo?.(thing),
    }),
    ...(loadAgain && { latest: loadAgain }),
  })
}
