import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { awaited } from '../loading/own-code.ts'
import { t } from '../texts/texts.ts'

/** Comes with the code of forms, which the list does without. */
const ChangeDevices = lazy(() => awaited(() => import('./ChangeDevices.tsx')))

/** What can be done with devices that are chosen. */
export function ChosenDevices({ chosen }: { chosen: unknown }) {
  // Once it was opened the dialog stays, so that it gives the focus back.
  const [dialog, setDialog] = useState<{ isOpen: boolean; of: unknown }>()
  return (
    <>
      <Button size="xs" onClick={() => setDialog({ isOpen: true, of: chosen })}>
        {t('bulk.change')}
      </Button>
      {dialog && (
        <Suspense>
          <ChangeDevices
            chosen={dialog.of}
            isOpen={dialog.isOpen}
            close={() => setDialog({ ...dialog, isOpen: false })}
          />
        </Suspense>
      )}
    </>
  )
}
