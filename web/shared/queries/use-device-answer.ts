import { useQueryClient } from '@tanstack/react-query'
import { type Call, calls } from '../calls/calls.ts'
import { ApiError, call } from '../calls/client.ts'
import { t } from '../texts/texts.ts'
import { confirmDeletion } from '../ui/confirm.tsx'
import { showError, showSuccess } from '../ui/toasts.ts'
import { useIfStillShown } from '../ui/use-if-still-shown.ts'
import { showFailure } from './failures.ts'
import { useSingleMutation } from './use-single-mutation.ts'

/**
 * Accepts a device as its landlord, or refuses it.
 * @param onRefused called if the user is still on the page that asked
 */
export function useDeviceAnswer(id: string, onRefused?: () => void) {
  const queryClient = useQueryClient()
  const ifStillShown = useIfStillShown()
  const { mutate, isPending } = useSingleMutation({
    mutationKey: ['answer for device', id],
    mutationFn: async (answer: 'accept' | 'refuse') => {
      const target: Call = calls.devices[answer]
      await call(target, { params: { id } })
      return answer
    },
    onSuccess: (answer) => {
      showSuccess(t(answer === 'accept' ? 'devices.accepted' : 'devices.refused'))
      if (answer === 'refuse' && onRefused) ifStillShown(onRefused)
    },
    onError: (error) => {
      const isStale = error instanceof ApiError && [403, 404].includes(error.status)
      if (isStale) showError(t('devices.namesYouNoMore'))
      else showFailure(t('devices.answerFailed'))(error)
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['devices'] })
      void queryClient.invalidateQueries({ queryKey: ['dashboard'] })
    },
  })
  return {
    accept: () => mutate('accept'),
    refuse: () =>
      confirmDeletion({
        title: t('devices.refuseTitle'),
        text: t('devices.refuseText'),
        confirmLabel: t('devices.refuse'),
        onConfirm: () => mutate('refuse'),
      }),
    isAnswering: isPending,
  }
}
