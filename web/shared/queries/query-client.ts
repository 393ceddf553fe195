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

/** Never queues calls for a connection: a call is made now or fails. */
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
      // Short delays, so that a failure is reported soon; until then the strip says that it retries.
      retryDelay: (failures) => firstPauseMs * 2 ** failures,
      // Refusals are final; only temporary failures are retried.
      retry: (failures, error) =>
        failures < maxRetries && !(error instanceof ApiError && error.status < 500),
    },
    // The library pauses retries until the page is visible, and would then send them unasked.
    mutations: { networkMode, retry: false },
  },
})

const ofWhom = /^(not_staff|staff_changed|right_missing|all_places_only|other_place)$/

/**
 * Reloads the staff accounts, so that a staff member sees no old data after a removal or a change of role or places.
 */
function askForWhomAgain(error: Error): void {
  if (!(error instanceof ApiError) || !ofWhom.test(error.code ?? '')) return
  void queryClient.invalidateQueries({ queryKey: ['memberships'] })
}

/** Stores the answer of a call, and cancels earlier requests that would overwrite it. */
export async function showAnswer<Key extends QueryKey>(
  queryKey: Key,
  answer: InferDataFromTag<unknown, Key>,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData<unknown>(queryKey, answer)
}
