import { Button } from '@mantine/core'
import { FileSpreadsheet } from 'lucide-react'
import { loadedNow } from '../loading/own-code.ts'
import { t } from '../texts/texts.ts'
import { share } from '../ui/formats.ts'
import { MenuButton } from '../ui/MenuButton.tsx'
import { type FileExport, fileActions } from './use-file-export.ts'

interface FileMenuProps {
  /** Address of the import screen. */
  to: string
  file: FileExport
}

/** Imports the rows of a list from a file, and exports them to one. */
export function FileMenu({ to, file }: FileMenuProps) {
  return (
    <MenuButton
      load={() => import('../actions/ActionItems.tsx')}
      loadNow={loadedNow}
      props={{ items: fileActions(to, file) }}
      button={
        <Button
          variant="default"
          leftSection={<FileSpreadsheet size={16} aria-hidden />}
          disabled={file.isPending}
          aria-live="polite"
        >
          {file.isPending
            ? t('transactions.exporting', { share: share(file.done) })
            : t('import.menu')}
        </Button>
      }
    />
  )
}
