/**
 * The browser's storage. A browser that blocks it throws on every access, and a full one on every write: such values
 * stay in memory until the page is left.
 */
class VisitStorage {
  private readonly memory = new Map<string, string>()
  private readonly open: () => Storage

  constructor(open: () => Storage) {
    this.open = open
  }

  get(name: string): string | null {
    return this.memory.get(name) ?? this.tried((storage) => storage.getItem(name)) ?? null
  }

  set(name: string, text: string): void {
    this.setAll({ [name]: text })
  }

  /** Stores all or none, so that parts of two sessions never mix. */
  setAll(texts: Record<string, string>): void {
    const entries = Object.entries(texts)
    for (const [name] of entries) this.memory.delete(name)
    const isStored = this.tried((storage) => {
      for (const [name, text] of entries) storage.setItem(name, text)
      return true
    })
    if (isStored) return
    for (const [name, text] of entries) {
      // An older value must not reappear on the next page.
      this.remove(name)
      this.memory.set(name, text)
    }
  }

  remove(name: string): void {
    this.memory.delete(name)
    this.tried((storage) => storage.removeItem(name))
  }

  names(): string[] {
    const stored = this.tried((storage) =>
      Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''),
    )
    return [...new Set([...(stored ?? []), ...this.memory.keys()])]
  }

  clear(): void {
    for (const name of this.names()) this.remove(name)
  }

  /** Whether stored values outlive the page. */
  isLasting(): boolean {
    const name = 'storage test'
    const isLasting = this.tried((storage) => {
      storage.setItem(name, name)
      storage.removeItem(name)
      return true
    })
    return isLasting ?? false
  }

  /** After a write by another tab, its values replace those in memory. */
  followOtherTabs(): void {
    addEventListener('storage', ({ key }) => {
      if (key === null || this.memory.has(key)) this.memory.clear()
    })
  }

  private tried<T>(work: (storage: Storage) => T): T | undefined {
    try {
      return work(this.open())
    } catch {
      return undefined
    }
  }
}

/** Shared by all tabs. */
export const browserStorage = new VisitStorage(() => localStorage)

/** Limited to this tab, and cleared with it. */
export const tabStorage = new VisitStorage(() => sessionStorage)
