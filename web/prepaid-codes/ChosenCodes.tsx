import type { BulkChange } from '@coinless/contract/bulk-changes.ts'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { BusyButton } from '../forms/BusyButton.tsx'
import { awaited } from '../loading/own-code.ts'
import { showFailure } from '../queries/failures.ts'
import { t } from '../texts/texts.ts'

/** Comes when somebody wants it. */
const ChangeCodes = lazy(() => awaited(() => import('./ChangeCodes.tsx')))

/** What can be done with codes that are chosen. */
export function ChosenCodes({ chosen }: { chosen: unknown }) {
  const [planned, setPlanned] = useState<BulkChange>()
  const [wasOpen, setWasOpen] = useState(false)
  const plan = useMutation({
    mutationFn: (disabled: boolean) =>
      call(calls.bulkChanges.planForCodes, { body: { chosen, set: { disabled } } as never }),
    onSuccess: (change) => {
      setPlanned(change)
      setWasOpen(true)
    },
    onError: showFailure(t('bulk.failed')),
  })
  return (
    <>
      {[true, false].map((disabled) => (
        <BusyButton
          key={String(disabled)}
          size="xs"
          variant="default"
          isBusy={plan.isPending && plan.variables === disabled}
          onClick={() => plan.mutate(disabled)}
        >
          {t(disabled ? 'bulk.disable' : 'bulk.enable')}
        </BusyButton>
      ))}
      {wasOpen && (
        <Suspense>
          <ChangeCodes planned={planned} close={() => setPlanned(undefined)} />
        </Suspense>
      )}
    </>
  )
}
