import type { Found } from '@coinless/contract/search.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { calls } from '../../shared/calls/calls.ts'
import { call, messageOf } from '../../shared/calls/client.ts'
import { t } from '../../shared/texts/texts.ts'
import { typingPauseMs } from '../../shared/ui/SearchField.tsx'

/** Shorter texts find too much. */
const textMin = 2

/** Results for a text, once the user pauses; never for an earlier text. */
export function useSearchResults(typed: string) {
  const text = typed.trim()
  const [asked] = useDebouncedValue(text, typingPauseMs)
  const isAsked = text.length >= textMin
  const { data, error, refetch } = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => call(calls.search.find, { body: { text: asked }, signal }),
    enabled: isAsked && asked === text,
    staleTime: 0,
    // The text may be a prepaid code, so it is cached only while the field shows it.
    gcTime: 0,
  })
  const found: Found | undefined = isAsked && asked === text ? data : undefined
  const failure =
    isAsked && asked === text && error ? messageOf(error, t('palette.failed')) : undefined
  return { found, failure, isLoading: isAsked && !found && !failure, retry: () => void refetch() }
}
