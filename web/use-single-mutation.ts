import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'

type SingleMutationOptions<Data, Variables> = UseMutationOptions<Data, Error, Variables> & {
  mutationKey: readonly unknown[]
}

/**
 * Does one thing at a time: the second click of a double click comes before the button shows that it is
 * at work, and would be refused since the first has done it.
 */
export function useSingleMutation<Data, Variables = void>(
  options: SingleMutationOptions<Data, Variables>,
) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation(options)
  return {
    isPending,
    mutate: (variables: Variables) => {
      if (queryClient.isMutating({ mutationKey: options.mutationKey }) === 0) mutate(variables)
    },
  }
}
