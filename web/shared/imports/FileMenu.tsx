import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import type { Call } from '../calls/calls.ts'
import { download } from '../calls/client.ts'
import { loadedNow } from '../loading/own-code.ts'
import { showFailure } from '../queries/failures.ts'
import { t } from '../texts/texts.ts'
import { share } from '../ui/formats.ts'
import { MenuButton } from '../ui/MenuButton.tsx'

interface FileMenuProps {
  /** Address of the import screen. */
  to: string
  target: Call
  query: Record<string, string | boolean | undefined>
  fileName: string
}

/** Imports the rows of a list from a file, and exports them to one. */
export function FileMenu({ to, target, query, fileName }: FileMenuProps) {
  const [done, setDone] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(target, { query }, fileName, setDone),
    onMutate: () => setDone(0),
    onError: showFailure(t('import.exportFailed')),
  })
  return (
    <MenuButton
      load={() => import('./FileMenuItems.tsx')}
      loadNow={loadedNow}
      props={{ to, download: mutate }}
      button={
        <Button
          variant="default"
          leftSection={<FileSpreadsheet size={16} aria-hidden />}
          disabled={isPending}
          aria-live="polite"
        >
          {isPending ? t('transactions.exporting', { share: share(done) }) : t('import.menu')}
        </Button>
      }
    />
  )
}
