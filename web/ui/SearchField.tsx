import { limits } from '@coinless/contract/limits.ts'
import { CloseButton, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { t } from '../texts/texts.ts'

interface SearchFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={limits.searchMax}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<Search size={16} aria-hidden />}
      rightSection={
        value && (
          <CloseButton size="sm" aria-label={t('list.clearSearch')} onClick={() => onChange('')} />
        )
      }
      flex="1 1 220px"
    />
  )
}
