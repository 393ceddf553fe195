import { NativeSelect } from '@mantine/core'

interface FilterSelectProps {
  label: string
  value: string
  onChange: (value: string) => void
  options: { value: string; label: string }[]
}

/** The phone's own picker serves a short list best. */
export function FilterSelect({ label, value, onChange, options }: FilterSelectProps) {
  return (
    <NativeSelect
      aria-label={label}
      data={options}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
