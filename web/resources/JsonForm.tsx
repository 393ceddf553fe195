import {
  readDocument,
  sentenceOfDocument,
  sentenceWithPlace,
} from '@coinless/contract/json-document.ts'
import type { Resource } from '@coinless/contract/resources.ts'
import { Button, Card, Group, Input } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isOutdated } from '../api/client.ts'
import { useKeptForm } from '../forms/use-kept-form.ts'
import { showFailure } from '../queries/failures.ts'
import { currentLanguage, t } from '../texts/texts.ts'
import { FormNotice } from '../ui/FormNotice.tsx'
import { showError, showSuccess } from '../ui/toasts.ts'
import { useIfStillHere } from '../ui/use-if-still-here.ts'
import { JsonEditor } from './JsonEditor.tsx'
import { documentText, resourceQuery } from './resource-queries.ts'

interface Loaded {
  thing: Resource
  version: string | undefined
}

interface JsonFormProps {
  /** undefined: a new one. */
  resourceId?: string
  initial: string
  version?: string | undefined
  submitLabel: string
  save: (text: string, version: string | undefined) => Promise<Loaded>
  saved: string
  failed: string
  /** @param hasRest whether something was typed while the save was on its way */
  done: (resource: Resource, hasRest: boolean) => void
  cancel: () => void
}

/** Sends the text as it was written, once it is a document. */
export function JsonForm(props: JsonFormProps) {
  const { resourceId, initial, version, submitLabel, save, saved, failed, done, cancel } = props
  const queryClient = useQueryClient()
  const ifStillHere = useIfStillHere()
  const form = useKeptForm({
    name: resourceId ? formNameOf(resourceId) : 'new resource',
    initial: { text: initial },
    version,
    validate: problemsOf,
  })
  const saving = useMutation({
    mutationFn: ({ text }: { text: string }) => save(text, form.version),
    onSuccess: (loaded, sent) => {
      const { thing: resource, version: ofVersion } = loaded
      showSuccess(saved)
      const isNew = resourceId === undefined
      const hasRest = form.saved(sent, {
        now: { text: documentText(resource) },
        version: ofVersion,
        ...(isNew && { restGoesTo: [formNameOf(resource.id)] }),
      })
      queryClient.setQueryData(resourceQuery(resource.id).queryKey, loaded)
      void queryClient.invalidateQueries({ queryKey: ['resources'] })
      ifStillHere(() => done(resource, hasRest))
    },
    onError: async (error) => {
      if (!resourceId || !isOutdated(error)) return showFailure(failed)(error)
      const query = { ...resourceQuery(resourceId), staleTime: 0 }
      const latest = await queryClient.fetchQuery(query)
      form.compareWith({ text: documentText(latest.thing) }, latest.version)
    },
  })
  return (
    <form
      onSubmit={form.onSubmit(
        (values) => saving.mutate(values),
        () => showError(sentenceOf(form.getValues().text)),
      )}
    >
      <Card withBorder>
        <FormNotice form={form} labels={{ text: t('resources.json') }} />
        <JsonEditor
          value={form.values.text}
          currentValue={() => form.getValues().text}
          onChange={(text) => form.setFieldValue('text', text)}
          path={form.pathOf('text')}
        />
        {form.errors.text && <Input.Error mt="xs">{form.errors.text}</Input.Error>}
        <Group justify="flex-end" mt="md">
          <Button
            variant="default"
            onClick={() => {
              if (resourceId) form.startAfresh()
              cancel()
            }}
          >
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {submitLabel}
          </Button>
        </Group>
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

function sentenceOf(text: string): string {
  const read = readDocument(text)
  return 'document' in read ? '' : sentenceOfDocument(read.problem, currentLanguage())
}
