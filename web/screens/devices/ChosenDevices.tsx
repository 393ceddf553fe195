import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { ChosenFile } from '../../shared/bulk/ChosenFile.tsx'
import { keepChoice } from '../../shared/bulk/kept-choice.ts'
import { awaited } from '../../shared/loading/own-code.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'

/** Loads with the code of forms, which the list does not need. */
const ChangeDevices = lazy(() => awaited(() => import('./ChangeDevices.tsx')))

/** Actions for selected devices. */
export default function ChosenDevices({ chosen }: { chosen: unknown }) {
  // The dialog stays mounted after it was opened, so that it returns the focus.
  const [dialog, setDialog] = useState<{ isOpen: boolean; of: unknown }>()
  return (
    <>
      <Button size="xs" onClick={() => setDialog({ isOpen: true, of: chosen })}>
        {t('bulk.change')}
      </Button>
      <Button
        size="xs"
        variant="default"
        component={Link}
        to={paths.stickers({ of: 'chosen' })}
        onClick={() => keepChoice('devices', chosen)}
      >
        {t('stickers.title')}
      </Button>
      <ChosenFile things="devices" chosen={chosen} />
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
