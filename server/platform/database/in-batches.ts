import DataLoader from 'dataloader'
import pLimit from 'p-limit'

const gatherMs = 20
const inBatch = 500

/**
 * Combines concurrent requests to the database, which may be thousands, into one statement per batch and one batch at a
 * time, so that payments do not wait for them.
 * @param work gets one item per key; items with the same key follow in order of arrival
 * @returns function for one item, which fails if the statement of its batch fails
 */
export function inBatches<Item, Result>(
  keyOf: (item: Item) => unknown,
  work: (items: Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const inTurn = pLimit(1)
  const loader = new DataLoader<Item, Result>(
    (items) => inTurn(() => inRounds(items, keyOf, work)),
    {
      cache: false,
      maxBatchSize: inBatch,
      batchScheduleFn: (dispatch) => setTimeout(dispatch, gatherMs),
    },
  )
  return (item) => loader.load(item)
}

async function inRounds<Item, Result>(
  items: readonly Item[],
  keyOf: (item: Item) => unknown,
  work: (items: Item[]) => Promise<readonly Result[]>,
): Promise<(Result | Error)[]> {
  const results: (Result | Error)[] = []
  let waiting = [...items.keys()]
  while (waiting.length > 0) {
    const keyed = Map.groupBy(waiting, (n) => keyOf(items[n] as Item))
    const chosen = [...keyed.values()].map(([first]) => first as number)
    const done: readonly (Result | Error)[] = await work(chosen.map((n) => items[n] as Item)).catch(
      (error: Error) => chosen.map(() => error),
    )
    for (const [place, n] of chosen.entries()) results[n] = done[place] as Result | Error
    waiting = waiting.filter((n) => !chosen.includes(n))
  }
  return results
}
