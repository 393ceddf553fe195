import type { TestStart } from '@coinless/contract/device-links.ts'
import { limits } from '@coinless/contract/limits.ts'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { NoAnswer } from '../calls/connection.ts'
import { t } from '../texts/texts.ts'
import { showError, showSuccess } from '../ui/toasts.ts'
import { showFailure } from './failures.ts'
import { useSingleMutation } from './use-single-mutation.ts'

const askAgainMs = 500
/** By then a start is no longer valid, and its answer has arrived. */
const patienceMs = (limits.startSeconds + 3) * 1000

/** Starts a device free of charge, and reports its controller's answer. */
export function useTestStart(deviceId: string) {
  const params = { id: deviceId }
  const { mutate, isPending } = useSingleMutation({
    mutationKey: ['test start', deviceId],
    mutationFn: async () => {
      const { id } = await call(calls.deviceLinks.test, { params })
      const until = Date.now() + patienceMs
      for (;;) {
        const isLast = Date.now() > until
        const asked = call(calls.deviceLinks.testStart, { params: { ...params, test: id } })
        const test = await asked.catch((error) => {
          // It was sent; keep polling although the connection failed.
          if (isLast || !(error instanceof NoAnswer)) throw error
        })
        if (test && (test.answer || isLast)) return test
        await new Promise((resolve) => setTimeout(resolve, askAgainMs))
      }
    },
    onSuccess: ({ answer }) => tell(answer),
    onError: showFailure(t('links.testFailed')),
  })
  return { test: () => mutate(), isTesting: isPending }
}

function tell(answer: TestStart['answer']) {
  if (answer === 'accepted') showSuccess(t('links.tested.accepted'))
  else showError(t(`links.tested.${answer ?? 'none'}`))
}
