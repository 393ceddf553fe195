import { useState } from 'react'

/**
 * What a person decides by: as it was when the form was opened, though the page may have loaded something else
 * behind it since; after a refusal, which they are told of, as it is shown by then.
 */
export function useSeen<Seen>(shown: Seen) {
  const [atFirst, setAtFirst] = useState<{ seen: Seen } | undefined>({ seen: shown })
  return { now: atFirst ? atFirst.seen : shown, lookAgain: () => setAtFirst(undefined) }
}
