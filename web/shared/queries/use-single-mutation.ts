import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

type SingleMutationOptions<Data, Variables> = UseMutationOptions<Data, Error, Variables> & {
  mutationKey: readonly unknown[]
}

/**
 * Runs one mutation per key at a time, across forms. The second click of a double click arrives before the button is
 * busy, and would be refused because the first one succeeded.
 */
export function useSingleMutation<Data, Variables = void>(
  options: SingleMutationOptions<Data, Variables>,
) {
  const { mutationKey } = options
  const queryClient = useQueryClient()
  const { mutate, isSuccess } = useMutation(options)
  const isAtWork = () => queryClient.isMutating({ mutationKey }) > 0
  const subscribe = useCallback(
    (listener: () => void) => queryClient.getMutationCache().subscribe(listener),
    [queryClient],
  )
  return {
    isPending: useSyncExternalStore(subscribe, isAtWork),
    isSuccess,
    mutate: (variables: Variables) => {
      if (!isAtWork()) mutate(variables)
    },
  }
}
