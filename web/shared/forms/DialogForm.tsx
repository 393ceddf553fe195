import { Stack } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { CancelDialog } from './Dialog.tsx'
import { FormButtons } from './FormButtons.tsx'
import { FormNotice, type NoticedForm } from './FormNotice.tsx'

interface DialogFormProps {
  form: NoticedForm & { submit: FormEventHandler<HTMLFormElement>; isSaving: boolean }
  /** Label of the submit button. */
  label: string
  color?: 'red' | undefined
  isDisabled?: boolean
  /** Labels of the fields that another user may change at the same time. */
  fields?: Record<string, string>
  children: ReactNode
}

/** Form inside a dialog. */
export function DialogForm({ form, fields = {}, children, ...button }: DialogFormProps) {
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
        <FormNotice form={form} labels={fields} />
        {children}
        <FormButtons form={form} {...button}>
          <CancelDialog />
        </FormButtons>
      </Stack>
    </form>
  )
}
