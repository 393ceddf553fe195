import {
  readDocument,
  sentenceOfDocument,
  sentenceWithPlace,
} from '@coinless/contract/json-document.ts'
import type { Resource } from '@coinless/contract/resources.ts'
import { Button, Card, Input } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { FormButtons } from '../../shared/forms/FormButtons.tsx'
import { FormNotice } from '../../shared/forms/FormNotice.tsx'
import { useVersionedForm, type Versioned } from '../../shared/forms/use-versioned-form.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { showAnswer } from '../../shared/queries/query-client.ts'
import { currentLanguage, t } from '../../shared/texts/texts.ts'
import { JsonEditor } from './JsonEditor.tsx'
import { documentText, resourceQuery } from './resource-queries.ts'

interface JsonFormProps {
  /** undefined: a new record. */
  resourceId?: string
  initial: string
  version?: string | undefined
  submitLabel: string
  save: (text: string, version: string | undefined) => Promise<Versioned<Resource>>
  saved: string
  failed: string
  /** Called when everything is saved. */
  leave: (resource: Resource) => void
  /** Called if more was typed during the save. */
  stay?: (resource: Resource) => void
  cancel: () => void
}

/** Sends the text as written, once it is a valid document. */
export function JsonForm(props: JsonFormProps) {
  const { resourceId, initial, version, submitLabel, save, saved, failed } = props
  const { leave, stay, cancel } = props
  const queryClient = useQueryClient()
  const isNew = resourceId === undefined
  const form = useVersionedForm({
    name: isNew ? 'new resource' : formNameOf(resourceId),
    initial: { text: initial },
    version,
    validate: problemsOf,
    objection: ({ text }) => {
      const read = readDocument(text)
      if ('document' in read) return undefined
      return { fields: ['text'], sentence: sentenceOfDocument(read.problem, currentLanguage()) }
    },
    valuesOf: (resource: Resource) => ({ text: documentText(resource) }),
    send: ({ text }, ofVersion) => save(text, ofVersion),
    ...(isNew
      ? { restGoesTo: ({ id }: Resource) => [formNameOf(id)] }
      : {
          loadAgain: () => queryClient.fetchQuery({ ...resourceQuery(resourceId), staleTime: 0 }),
        }),
    success: saved,
    done: (loaded) => {
      void showAnswer(resourceQuery(loaded.thing.id).queryKey, loaded)
      void queryClient.invalidateQueries({ queryKey: ['resources'] })
    },
    leave: ({ thing }) => leave(thing),
    stay: ({ thing }) => stay?.(thing),
    failed: showFailure(failed),
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Card withBorder>
        <FormNotice form={form} labels={{ text: t('resources.json') }} />
        <JsonEditor
          value={form.values.text}
          currentValue={() => form.getValues().text}
          onChange={(text) => form.setFieldValue('text', text)}
          path={form.pathOf('text')}
        />
        {form.errors.text && <Input.Error mt="xs">{form.errors.text}</Input.Error>}
        <FormButtons form={form} label={submitLabel} mt="md">
          <Button
            variant="default"
            onClick={() => {
              if (resourceId) form.startAfresh()
              cancel()
            }}
          >
            {t('action.cancel')}
          </Button>
        </FormButtons>
      </Card>
    </form>
  )
}

export function formNameOf(resourceId: string): string {
  return `resource ${resourceId}`
}

function problemsOf({ text }: { text: string }): Record<string, string> {
  const read = readDocument(text)
  return 'document' in read ? {} : { text: sentenceWithPlace(read.problem, currentLanguage()) }
}
