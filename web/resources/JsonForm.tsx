import { readDocument, sentenceWithPlace } from '@coinless/contract/json-document.ts'
import { Button, Card, Group, Input } from '@mantine/core'
import { useState } from 'react'
import { currentLanguage, t } from '../texts/texts.ts'
import { showError } from '../ui/toasts.ts'
import { JsonEditor } from './JsonEditor.tsx'

interface JsonFormProps {
  initial: string
  submitLabel: string
  isSaving: boolean
  save: (text: string) => void
  cancel: () => void
}

/** Sends the text as it was written, once it is a document. */
export function JsonForm({ initial, submitLabel, isSaving, save, cancel }: JsonFormProps) {
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<string>()

  function submit() {
    const read = readDocument(text)
    if ('document' in read) return save(text)
    setProblem(sentenceWithPlace(read.problem)[currentLanguage()])
    showError(read.problem.sentence[currentLanguage()])
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Card withBorder>
        <JsonEditor
          value={text}
          onChange={(changed) => {
            setText(changed)
            setProblem(undefined)
          }}
        />
        {problem && <Input.Error mt="xs">{problem}</Input.Error>}
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={cancel}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={isSaving}>
            {submitLabel}
          </Button>
        </Group>
      </Card>
    </form>
  )
}
