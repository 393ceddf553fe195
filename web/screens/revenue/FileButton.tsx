import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Call } from '../../shared/calls/calls.ts'
import { download } from '../../shared/calls/client.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { share } from '../../shared/ui/formats.ts'

interface FileButtonProps {
  target: Call<Endpoint>
  query: Record<string, string | undefined>
  name: string
  text: string
}

/** Downloads a file, and shows its progress. */
export function FileButton({ target, query, name, text }: FileButtonProps) {
  const [done, setDone] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(target, { query }, name, setDone),
    onMutate: () => setDone(0),
    onError: showFailure(t('revenue.fileFailed')),
  })
  return (
    <Button
      variant="default"
      leftSection={<Download size={16} aria-hidden />}
      disabled={isPending}
      aria-live="polite"
      onClick={() => mutate()}
    >
      {isPending ? t('transactions.exporting', { share: share(done) }) : text}
    </Button>
  )
}
