import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

type SingleMutationOptions<Data, Variables> = UseMutationOptions<Data, Error, Variables> & {
  mutationKey: readonly unknown[]
}

/**
 * Does one thing at a time, whichever form asks for it: the second click of a double click comes before
 * the button shows that it is at work, and would be refused since the first has done it.
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
