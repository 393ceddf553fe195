import { Button, Group, type MantineSpacing } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFocusBack } from './use-focus-back.ts'

interface FormButtonsProps {
  form: { isSaving: boolean }
  /** Label of the submit button. */
  label: string
  color?: 'red' | undefined
  /** Where another button is the main one. */
  variant?: 'default' | undefined
  isDisabled?: boolean
  mt?: MantineSpacing
  /** Buttons before the submit button. */
  children?: ReactNode
}

/** Buttons at the end of a form. */
export function FormButtons(props: FormButtonsProps) {
  const { form, label, color, variant, isDisabled = false, mt = 0, children } = props
  const button = useFocusBack(form.isSaving)
  return (
    <Group justify="flex-end" mt={mt}>
      {children}
      <Button
        ref={button}
        type="submit"
        color={color}
        variant={variant}
        disabled={isDisabled}
        loading={form.isSaving}
      >
        {label}
      </Button>
    </Group>
  )
}
