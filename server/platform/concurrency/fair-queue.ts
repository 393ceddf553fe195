import { Refusal } from '../refusals/refusal.ts'

const retryAfterSeconds = 5

interface Waiting {
  /** From the widest group to the narrowest, such as network and account. */
  groups: string[]
  cost: number
  start(): void
  refuse(): void
}

/**
 * Queue for costly work, fair between groups: one that sends a lot delays no other. Between equal groups, cheap work
 * comes first.
 * @param waitingOfOne how much work of the narrowest group may wait
 */
export function fairQueue(most: { atOnce: number; waiting: number; waitingOfOne: number }) {
  const queue: Waiting[] = []
  let running = 0
  let turn = 0
  const servedAt = new Map<string, number>()

  const compare = (a: Waiting, b: Waiting): number => {
    for (const [level, group] of a.groups.entries()) {
      const difference = lastTurn(group) - lastTurn(b.groups[level])
      if (difference !== 0) return difference
    }
    return a.cost - b.cost
  }
  const lastTurn = (group = '') => servedAt.get(group) ?? 0

  function startNext() {
    if (running >= most.atOnce) return
    queue.sort(compare)
    const next = queue.shift()
    if (next) {
      running += 1
      turn += 1
      for (const group of next.groups) servedAt.set(group, turn)
      next.start()
    } else if (running === 0) servedAt.clear()
  }

  function add(added: Waiting) {
    const own = queue.filter(({ groups }) => groups.at(-1) === added.groups.at(-1))
    if (own.length >= most.waitingOfOne) return added.refuse()
    queue.push(added)
    if (running >= most.atOnce && queue.length > most.waiting) {
      queue.sort(compare)
      queue.pop()?.refuse()
    }
    startNext()
  }

  /** @throws Refusal too_busy if the queue is full; also for waiting work that is last in the queue */
  return async <T>(
    { groups, cost }: { groups: string[]; cost: number },
    work: () => Promise<T>,
  ): Promise<T> => {
    await new Promise<void>((start, reject) => {
      const refuse = () => reject(new Refusal('too_busy', { seconds: retryAfterSeconds }))
      add({ groups, cost, start, refuse })
    })
    try {
      return await work()
    } finally {
      running -= 1
      startNext()
    }
  }
}
