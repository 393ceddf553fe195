/** What a browser keeps, for tests without one. */
export function fakeStorage(): Storage {
  const stored = new Map<string, string>()
  const storage = {
    get length() {
      return stored.size
    },
    key: (index: number) => [...stored.keys()][index] ?? null,
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
    removeItem: (name: string) => void stored.delete(name),
    clear: () => stored.clear(),
  }
  // Its names are those of what is stored, as in a browser.
  return new Proxy(storage, {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: (_, name) => ({
      value: stored.get(String(name)),
      enumerable: true,
      configurable: true,
    }),
  })
}
