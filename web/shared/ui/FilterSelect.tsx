import { NativeSelect } from '@mantine/core'
import { startTransition, useOptimistic } from 'react'

interface FilterSelectProps {
  label: string
  value: string
  onChange: (value: string) => void
  options: { value: string; label: string }[]
}

/** A native select works best for a short list on a phone. It shows the choice before the list updates. */
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
