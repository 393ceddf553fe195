import type { RoomQueues } from '@coinless/contract/queues.ts'
import type { RoomRules } from '@coinless/contract/rooms.ts'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { useSingleMutation } from '../../shared/queries/use-single-mutation.ts'
import { t } from '../../shared/texts/texts.ts'
import { confirmDeletion } from '../../shared/ui/confirm.tsx'
import { useIfStillShown } from '../../shared/ui/use-if-still-shown.ts'

interface SavedRules {
  /** As they are saved. */
  base: RoomRules
  save: (rules: RoomRules) => void
}

/** Asks before rules are saved that end a queue with people in line, or holds. */
export function useEndQueues(number: string, { base, save }: SavedRules) {
  const ifStillShown = useIfStillShown()
  const endedBy = (rules: RoomRules, field: 'queue_types' | 'hold_types') =>
    base[field].filter((type) => !rules[field].includes(type))
  const endsSome = (rules: RoomRules) =>
    [...endedBy(rules, 'queue_types'), ...endedBy(rules, 'hold_types')].length > 0
  const { mutate, isPending } = useSingleMutation({
    mutationKey: ['count people in line', number],
    mutationFn: async (rules: RoomRules) => {
      const { data } = await call(calls.queues.ofRoom, { params: { number } })
      const sum = (field: 'queue_types' | 'hold_types', count: 'waiting' | 'held') =>
        sumOf(data, endedBy(rules, field), count)
      return { waiting: sum('queue_types', 'waiting'), held: sum('hold_types', 'held') }
    },
    onSuccess: ({ waiting, held }, rules) =>
      ifStillShown(() => {
        if (waiting + held === 0) return save(rules)
        confirmDeletion({
          title: t(waiting > 0 ? 'roomRules.endTitle' : 'roomRules.endHoldsTitle'),
          text: [
            ...(waiting > 0 ? [t('roomRules.endText', { count: waiting })] : []),
            ...(held > 0 ? [t('roomRules.endHoldsText', { count: held })] : []),
          ].join(' '),
          confirmLabel: t('roomRules.endIt'),
          onConfirm: () => save(rules),
        })
      }),
    onError: showFailure(t('roomRules.saveFailed')),
  })
  return {
    isCounting: isPending,
    saveOrAsk: (rules: RoomRules) => (endsSome(rules) ? mutate(rules) : save(rules)),
  }
}

function sumOf(
  queues: RoomQueues['data'],
  types: readonly string[],
  count: 'waiting' | 'held',
): number {
  return queues
    .filter(({ device_type }) => types.includes(device_type))
    .reduce((sum, queue) => sum + queue[count], 0)
}
