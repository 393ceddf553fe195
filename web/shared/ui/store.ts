/** A value outside the component tree. Components read it with useStore, other code subscribes. */
export interface Store<T> {
  get: () => T
  /** Notifies all subscribers, also of an equal value. */
  set: (value: T) => void
  /** @returns a function that ends the subscription */
  subscribe: (listener: () => void) => () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
