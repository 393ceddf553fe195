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

/** Asks before rules are saved that end a queue with people in line. */
export function useEndQueues(number: string, { base, save }: SavedRules) {
  const ifStillShown = useIfStillShown()
  const endedBy = ({ queue_types }: RoomRules) =>
    base.queue_types.filter((type) => !queue_types.includes(type))
  const { mutate, isPending } = useSingleMutation({
    mutationKey: ['count people in line', number],
    mutationFn: async (rules: RoomRules) => {
      const { data } = await call(calls.queues.ofRoom, { params: { number } })
      return data
        .filter(({ device_type }) => endedBy(rules).includes(device_type))
        .reduce((sum, { waiting }) => sum + waiting, 0)
    },
    onSuccess: (count, rules) =>
      ifStillShown(() => {
        if (count === 0) save(rules)
        else
          confirmDeletion({
            title: t('roomRules.endTitle'),
            text: t('roomRules.endText', { count }),
            confirmLabel: t('roomRules.endIt'),
            onConfirm: () => save(rules),
          })
      }),
    onError: showFailure(t('roomRules.saveFailed')),
  })
  return {
    isCounting: isPending,
    saveOrAsk: (rules: RoomRules) => (endedBy(rules).length === 0 ? save(rules) : mutate(rules)),
  }
}
