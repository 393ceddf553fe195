import { Button, Group, type MantineSpacing } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

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
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  // A button at work is disabled, which takes the focus off it.
  useLayoutEffect(() => {
    if (form.isSaving) hadFocus.current = document.activeElement === button.current
    else if (hadFocus.current && document.activeElement === document.body) button.current?.focus()
  }, [form.isSaving])
  return (
    <Group justify="flex-end" mt={mt}>
      {children}
      <Button
        ref={button}
        type="submit"
        color={color}
        disabled={isDisabled}
        loading={form.isSaving}
      >
        {label}
      </Button>
    </Group>
  )
}
