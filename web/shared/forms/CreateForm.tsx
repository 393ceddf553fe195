import { Button, Card } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { t } from '../texts/texts.ts'
import { useWayBack } from '../ui/way-back.ts'
import { FormButtons } from './FormButtons.tsx'
import { FormNotice, type NoticedForm } from './FormNotice.tsx'

interface CreateFormProps {
  form: NoticedForm & { isSaving: boolean; submit: FormEventHandler<HTMLFormElement> }
  /** Label of the submit button. */
  label: string
  /** Path of the list that gets the new item. */
  list: string
  children: ReactNode
}

/** Form of a page that creates something. */
export function CreateForm({ form, label, list, children }: CreateFormProps) {
  const wayBack = useWayBack()
  return (
    <form onSubmit={form.submit} noValidate>
      <Card withBorder>
        <FormNotice form={form} />
        {children}
        <FormButtons form={form} label={label} mt="lg">
          <Button variant="default" onClick={() => wayBack(list)}>
            {t('action.cancel')}
          </Button>
        </FormButtons>
      </Card>
    </form>
  )
}
