import type { TestStart } from '@coinless/contract/device-links.ts'
import { limits } from '@coinless/contract/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { NoAnswer } from '../calls/connection.ts'
import { t } from '../texts/texts.ts'
import { showError, showSuccess } from '../ui/toasts.ts'
import { showFailure } from './failures.ts'
import { useSingleMutation } from './use-single-mutation.ts'

const askAgainMs = 500
/** A start is not valid any more by then, and its answer has arrived. */
const patienceMs = (limits.startSeconds + 3) * 1000

/**
 * Starts a device free of charge, and says what its controller answers.
 * @param seenStart the last start that is shown, where one must not be given twice; null: none
 */
export function useTestStart(deviceId: string, seenStart?: string | null) {
  const queryClient = useQueryClient()
  const query = seenStart === undefined ? {} : { seen_start_id: seenStart ?? 'none' }
  const params = { id: deviceId }
  const { mutate, isPending } = useSingleMutation({
    mutationKey: ['test start', deviceId],
    mutationFn: async () => {
      const { id } = await call(calls.deviceLinks.test, { params, query })
      const until = Date.now() + patienceMs
      for (;;) {
        const isLast = Date.now() > until
        const asked = call(calls.deviceLinks.testStart, { params: { ...params, test: id } })
        const test = await asked.catch((error) => {
          // It was sent, whatever the connection does meanwhile.
          if (isLast || !(error instanceof NoAnswer)) throw error
        })
        if (test && (test.answer || isLast)) return test
        await new Promise((resolve) => setTimeout(resolve, askAgainMs))
      }
    },
    onSuccess: ({ answer }) => tell(answer),
    onError: showFailure(t('links.testFailed')),
    // Until then the start that was just made would be one that was not seen.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['report-cases'] }),
  })
  return { test: () => mutate(), isTesting: isPending }
}

function tell(answer: TestStart['answer']) {
  if (answer === 'accepted') showSuccess(t('links.tested.accepted'))
  else showError(t(`links.tested.${answer ?? 'none'}`))
}
