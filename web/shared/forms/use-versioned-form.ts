import { type FormOptions, useForm } from './use-form.ts'

/** A thing with its version on the server. */
export interface Versioned<Thing> {
  thing: Thing
  version: string | undefined
}

interface VersionedFormOptions<Values extends Record<string, unknown>, Thing>
  extends Omit<FormOptions<Values, Versioned<Thing>>, 'saved' | 'latest'> {
  /** Values of the thing that the form changes. */
  valuesOf: (thing: Thing) => Values
  send: (values: Values, version: string | undefined) => Promise<Versioned<Thing>>
  /**
   * Reloads the thing after another user has changed it.
   * @throws if it cannot be loaded
   */
  loadAgain?: (() => Promise<Versioned<Thing> | undefined>) | undefined
  /** Names of the forms that can save later input of a new thing. */
  restGoesTo?: ((thing: Thing) => string[] | undefined) | undefined
}

/** Form for a thing that another user may change at the same time (docs/decisions/0019). */
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
