import { NativeSelect } from '@mantine/core'
import { startTransition, useOptimistic } from 'react'

interface FilterSelectProps {
  label: string
  value: string
  onChange: (value: string) => void
  options: { value: string; label: string }[]
}

/** The phone's own picker serves a short list best. It shows a choice before the list does. */
export function FilterSelect({ label, value, onChange, options }: FilterSelectProps) {
  const [chosen, setChosen] = useOptimistic(value)
  const choose = (choice: string) =>
    startTransition(() => {
      setChosen(choice)
      onChange(choice)
    })
  return (
    <NativeSelect
      aria-label={label}
      data={options}
      value={chosen}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}
