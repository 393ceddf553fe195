import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '../calls/calls.ts'
import { download } from '../calls/client.ts'
import { showFailure } from '../queries/failures.ts'
import { t } from '../texts/texts.ts'
import { share } from '../ui/formats.ts'

interface ChosenFileProps {
  things: 'devices' | 'prepaid_codes'
  chosen: unknown
}

/** Exports the selected rows to a file. */
export function ChosenFile({ things, chosen }: ChosenFileProps) {
  const [done, setDone] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const sent = { body: { chosen } as never }
      return things === 'devices'
        ? download(calls.chosenRows.exportDevices, sent, 'devices.csv', setDone)
        : download(calls.chosenRows.exportCodes, sent, 'prepaid-codes.csv', setDone)
    },
    onMutate: () => setDone(0),
    onError: showFailure(t('import.exportFailed')),
  })
  return (
    <Button
      size="xs"
      variant="default"
      disabled={isPending}
      aria-live="polite"
      onClick={() => mutate()}
    >
      {isPending ? t('transactions.exporting', { share: share(done) }) : t('audit.export')}
    </Button>
  )
}
