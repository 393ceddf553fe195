import {
  type UseMutationOptions,
  useIsMutating,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'

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
  const { mutate } = useMutation(options)
  return {
    isPending: useIsMutating({ mutationKey }) > 0,
    mutate: (variables: Variables) => {
      if (queryClient.isMutating({ mutationKey }) === 0) mutate(variables)
    },
  }
}
