import { Button, Card } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { t } from '../texts/texts.ts'
import { useWayBack } from '../ui/way-back.tsx'
import { FormButtons } from './FormButtons.tsx'
import { FormNotice, type NoticedForm } from './FormNotice.tsx'

interface CreateFormProps {
  form: NoticedForm & { isSaving: boolean; submit: FormEventHandler<HTMLFormElement> }
  /** Of the button that sends the form. */
  label: string
  /** The path of the list that gets what is made. */
  list: string
  children: ReactNode
}

/** The form of a page that makes something. */
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
