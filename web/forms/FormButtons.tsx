import { Button, Group, type MantineSpacing } from '@mantine/core'
import type { ReactNode } from 'react'

interface FormButtonsProps {
  form: { isSaving: boolean }
  /** Of the button that sends the form. */
  label: string
  color?: 'red' | undefined
  isDisabled?: boolean
  mt?: MantineSpacing
  /** The buttons before it. */
  children?: ReactNode
}

/** The last line of a form. */
export function FormButtons(props: FormButtonsProps) {
  const { form, label, color, isDisabled = false, mt = 0, children } = props
  return (
    <Group justify="flex-end" mt={mt}>
      {children}
      <Button type="submit" color={color} disabled={isDisabled} loading={form.isSaving}>
        {label}
      </Button>
    </Group>
  )
}
