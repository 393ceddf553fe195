import { useRef, useState } from 'react'

interface Row {
  id: string
}

/** Individual rows, or all rows of the list with exceptions. */
interface Choice {
  of: string
  isAll: boolean
  ids: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

/**
 * Selected rows of a list, across its pages.
 * @param of the list's query; a selection applies to one query only
 */
export function useChoice(rows: readonly Row[], total: number, of: string) {
  const [kept, setKept] = useState<Choice>({ of, isAll: false, ids: none })
  const { isAll, ids } = kept.of === of ? kept : { isAll: false, ids: none }
  const last = useRef<string>(undefined)
  const set = (isAll: boolean, ids: ReadonlySet<string>) => setKept({ of, isAll, ids })
  const isChosen = (id: string) => isAll !== ids.has(id)
  const isPageChosen = rows.length > 0 && rows.every(({ id }) => isChosen(id))

  function setChosen(some: readonly string[], isWanted: boolean) {
    const next = new Set(ids)
    for (const id of some) {
      if (isWanted === isAll) next.delete(id)
      else next.add(id)
    }
    set(isAll, next)
  }

  /** @param isRange with all rows between this one and the previous one */
  function choose(id: string, isRange: boolean) {
    const [from, to] = [last.current, id].map((each) => rows.findIndex((row) => row.id === each))
    last.current = id
    const isWanted = !isChosen(id)
    if (!isRange || from === undefined || to === undefined || from < 0) {
      return setChosen([id], isWanted)
    }
    const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1)
    setChosen(
      range.map((row) => row.id),
      isWanted,
    )
  }

  return {
    isAll,
    ids,
    count: isAll ? Math.max(0, total - ids.size) : ids.size,
    isChosen,
    isPageChosen,
    choose,
    choosePage: () =>
      setChosen(
        rows.map(({ id }) => id),
        !isPageChosen,
      ),
    chooseAll: () => set(true, none),
    clear: () => set(false, none),
    /** The selection in the format of calls. */
    chosen: <Filter>(filter: Filter) => (isAll ? { filter, except: [...ids] } : { ids: [...ids] }),
  }
}

export type ListChoice = ReturnType<typeof useChoice>
