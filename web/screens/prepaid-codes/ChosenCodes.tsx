import type { BulkChange } from '@coinless/contract/bulk-changes.ts'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ChosenFile } from '../../shared/bulk/ChosenFile.tsx'
import { keepChoice } from '../../shared/bulk/kept-choice.ts'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { awaited } from '../../shared/loading/own-code.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'

/** Loaded on demand. */
const ChangeCodes = lazy(() => awaited(() => import('./ChangeCodes.tsx')))

/** Actions on chosen codes. */
export default function ChosenCodes({ chosen }: { chosen: unknown }) {
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
      <Button
        size="xs"
        variant="default"
        component={Link}
        to={paths.codeCards}
        onClick={() => keepChoice('prepaid_codes', chosen)}
      >
        {t('bulk.cards')}
      </Button>
      <ChosenFile things="prepaid_codes" chosen={chosen} />
      {wasOpen && (
        <Suspense>
          <ChangeCodes planned={planned} close={() => setPlanned(undefined)} />
        </Suspense>
      )}
    </>
  )
}
