import { Button, FileButton } from '@mantine/core'
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { textOf } from '../../shared/imports/file-text.ts'
import { t } from '../../shared/texts/texts.ts'
import { showError } from '../../shared/ui/toasts.ts'

/** Reads the text of a file into a list. */
export function ListUpload({ take }: { take: (list: string) => void }) {
  // The same file may be chosen again after a correction.
  const forget = useRef<() => void>(null)

  async function upload(file: File | null) {
    if (!file) return
    forget.current?.()
    const { text: list } = await textOf(file).catch(() => ({ text: '' }))
    if (list.trim() === '') showError(t('batches.notAList'))
    else take(list)
  }

  return (
    <FileButton
      resetRef={forget}
      onChange={(file) => void upload(file)}
      accept=".csv,.tsv,.txt,text/*"
    >
      {(props) => (
        <Button variant="default" leftSection={<Upload size={16} aria-hidden />} {...props}>
          {t('batches.upload')}
        </Button>
      )}
    </FileButton>
  )
}
