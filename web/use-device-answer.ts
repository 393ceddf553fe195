import { endpoints } from '@coinless/contract/endpoints.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from './api.ts'
import { showFailure } from './failures.ts'
import { t } from './texts/texts.ts'
import { showSuccess } from './ui/toasts.ts'
import { useIfStillHere } from './ui/use-if-still-here.ts'

/**
 * Accepts a device as its landlord, or refuses it.
 * @param onRefused where it leads whoever is still on the page that asked
 */
export function useDeviceAnswer(id: string, onRefused?: () => void) {
  const queryClient = useQueryClient()
  const ifStillHere = useIfStillHere()
  const { mutate, isPending } = useMutation({
    mutationFn: async (answer: 'accept' | 'refuse') => {
      await call(endpoints.devices[answer], { params: { id } })
      return answer
    },
    onSuccess: (answer) => {
      showSuccess(t(answer === 'accept' ? 'devices.accepted' : 'devices.refused'))
      if (answer === 'refuse' && onRefused) ifStillHere(onRefused)
      void queryClient.invalidateQueries({ queryKey: ['devices'] })
      void queryClient.invalidateQueries({ queryKey: ['dashboard'] })
    },
    onError: showFailure(t('devices.answerFailed')),
  })
  return {
    accept: () => mutate('accept'),
    refuse: () => mutate('refuse'),
    isAnswering: isPending,
  }
}
