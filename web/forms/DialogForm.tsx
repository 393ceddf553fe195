import { Stack } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { CancelDialog } from './Dialog.tsx'
import { FormButtons } from './FormButtons.tsx'
import { FormNotice, type NoticedForm } from './FormNotice.tsx'

interface DialogFormProps {
  form: NoticedForm & { submit: FormEventHandler<HTMLFormElement>; isSaving: boolean }
  /** Of the button that sends it. */
  label: string
  color?: 'red' | undefined
  isDisabled?: boolean
  /** The names of the fields that somebody else may change meanwhile. */
  fields?: Record<string, string>
  children: ReactNode
}

/** What a dialog asks. */
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
