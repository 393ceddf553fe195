import { limits } from '@coinless/contract/limits.ts'
import { Alert, Button, Card, FileButton, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { FileUp } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { t } from '../texts/texts.ts'
import { number } from '../ui/formats.ts'
import { EncodingChoice } from './EncodingChoice.tsx'
import type { Encoding } from './encodings.ts'
import { BadFile, type FileProblem, textOf } from './file-text.ts'
import classes from './Imports.module.css'

/** Maximum characters shown in a field: longer text is slow to show, and not worth reading there. */
const shownMax = 20_000

interface FileStepProps {
  fileName: string
  text: string
  problem: FileProblem | undefined
  take: (text: string, fileName: string) => void
}

/** Result of the last file: its problem, or its guessed encoding. */
interface Read {
  unread?: FileProblem
  guess?: { file: Blob; encoding: Encoding }
}

/** Lets the user choose, drop or paste a file. */
export function FileStep({ fileName, text, problem, take }: FileStepProps) {
  const { unread, guess, read, clear } = useFileReader(take)
  const shown = unread ?? problem
  const choose = (file: File) => void read(file, file.name)

  function paste(event: ClipboardEvent) {
    const [file] = event.clipboardData.files
    const pasted = event.clipboardData.getData('text/plain')
    if (!file && pasted.length <= shownMax) return
    event.preventDefault()
    if (file) void read(file, file.name)
    else void read(new Blob([pasted]), t('import.pasted'))
  }

  return (
    <DropArea drop={choose}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('import.file')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('import.fileHint', { rows: number(limits.importRows), size: megabytes })}
        </Text>
        <Group>
          <ChooseFile choose={choose} />
          {fileName && <Text style={{ overflowWrap: 'anywhere' }}>{fileName}</Text>}
        </Group>
        <Textarea
          label={t('import.paste')}
          rows={3}
          classNames={{ input: classes.pasted ?? '' }}
          value={fileName === '' ? text : ''}
          onPaste={paste}
          onChange={(event) => {
            clear()
            take(event.currentTarget.value, '')
          }}
        />
        {guess && text !== '' && (
          <EncodingChoice
            text={text}
            encoding={guess.encoding}
            choose={(encoding) => void read(guess.file, fileName, encoding)}
          />
        )}
        {shown && (
          <Alert color="red" role="alert">
            {t(`import.${shown}`, { rows: number(limits.importRows), size: megabytes })}
          </Alert>
        )}
      </Stack>
    </DropArea>
  )
}

/** Decodes files and keeps the result of the last one. */
function useFileReader(take: FileStepProps['take']) {
  const [{ unread, guess }, setRead] = useState<Read>({})

  async function read(file: Blob, name: string, encoding?: Encoding) {
    try {
      const { text: said, guessed } = await textOf(file, encoding)
      const isEmpty = said === '' && { unread: 'noRows' as const }
      setRead({ ...isEmpty, ...(guessed && { guess: { file, encoding: guessed } }) })
      take(said, name)
    } catch (error) {
      if (!(error instanceof BadFile)) throw error
      setRead({ unread: error.problem })
      take('', name)
    }
  }

  return { unread, guess, read, clear: () => setRead({}) }
}

interface DropAreaProps {
  drop: (file: File) => void
  children: ReactNode
}

function DropArea({ drop, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false)
  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) drop(file)
  }
  return (
    <Card
      withBorder
      component="section"
      className={isOver ? classes.over : undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {children}
    </Card>
  )
}

function ChooseFile({ choose }: { choose: (file: File) => void }) {
  // Allows choosing the same file again after a correction.
  const forget = useRef<() => void>(null)
  return (
    <FileButton
      accept=".csv,.tsv,.txt,text/csv,text/plain"
      resetRef={forget}
      onChange={(file) => {
        if (!file) return
        forget.current?.()
        choose(file)
      }}
    >
      {(props) => (
        <Button {...props} variant="default" leftSection={<FileUp size={16} aria-hidden />}>
          {t('import.choose')}
        </Button>
      )}
    </FileButton>
  )
}

const megabytes = limits.importBytes / 1024 / 1024
