import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { download } from '../../shared/calls/client.ts'
import { loadedNow } from '../../shared/loading/own-code.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { share } from '../../shared/ui/formats.ts'
import { MenuButton } from '../../shared/ui/MenuButton.tsx'

/** Downloads a year of transactions as a file, and shows its progress. */
export function ExportButton() {
  const [done, setDone] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: (year: number) =>
      download(calls.transactions.export, { query: { year } }, `transactions-${year}.csv`, setDone),
    onMutate: () => setDone(0),
    onError: showFailure(t('transactions.exportFailed')),
  })
  return (
    <MenuButton
      load={() => import('./ExportYears.tsx')}
      loadNow={loadedNow}
      props={{ choose: mutate }}
      button={
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
          disabled={isPending}
          aria-live="polite"
        >
          {isPending ? t('transactions.exporting', { share: share(done) }) : t('audit.export')}
        </Button>
      }
    />
  )
}
