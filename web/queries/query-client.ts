import {
  type InferDataFromTag,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { ApiError } from '../calls/client.ts'
import { hideErrors } from '../ui/toasts.ts'

const maxRetries = 2
const firstPauseMs = 500

/** Nothing waits for a connection to be sent then: a call is made now, or it fails and says so. */
const networkMode = 'always'

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: askForWhomAgain }),
  mutationCache: new MutationCache({
    onMutate: (_, { options }) => hideErrors(options.mutationKey?.[1]),
    onError: askForWhomAgain,
  }),
  defaultOptions: {
    queries: {
      networkMode,
      refetchOnReconnect: true,
      staleTime: 10_000,
      // A failure is told soon, and the strip says meanwhile that it is tried again.
      retryDelay: (failures) => firstPauseMs * 2 ** failures,
      // A refusal stays a refusal; only what may pass is tried again.
      retry: (failures, error) =>
        failures < maxRetries && !(error instanceof ApiError && error.status < 500),
    },
    // A retry of the library's would wait until the page is looked at again, and be sent then unasked.
    mutations: { networkMode, retry: false },
  },
})

const ofWhom = /^(not_staff|staff_changed|right_missing|all_places_only|other_place)$/

/** Whoever was removed from the staff of an account, or has another role or other places, is shown nothing more of before. */
function askForWhomAgain(error: Error): void {
  if (!(error instanceof ApiError) || !ofWhom.test(error.code ?? '')) return
  void queryClient.invalidateQueries({ queryKey: ['staff-accounts'] })
}

/** Shows what a call answered. What was asked before it, and is still on its way, would be shown over it. */
export async function showAnswer<Key extends QueryKey>(
  queryKey: Key,
  answer: InferDataFromTag<unknown, Key>,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData<unknown>(queryKey, answer)
}
