import { limits } from '@coinless/contract/limits.ts'
import { SimpleGrid } from '@mantine/core'
import { t } from '../../shared/texts/texts.ts'
import { NumberField } from '../../shared/ui/NumberField.tsx'

type Field = 'pulse_ms' | 'gap_ms' | 'watts_mark'

interface FieldProps {
  input: (field: Field) => object
}

export function PulseFields({ input }: FieldProps) {
  return (
    <SimpleGrid cols={2}>
      {(['pulse_ms', 'gap_ms'] as const).map((field) => (
        <NumberField
          key={field}
          label={t(`field.${field}`)}
          required
          min={limits.pulseMsMin}
          max={limits.pulseMsMax}
          step={10}
          {...(field === 'pulse_ms' && { 'data-autofocus': true })}
          {...input(field)}
        />
      ))}
    </SimpleGrid>
  )
}

export function WattsField({ input }: FieldProps) {
  return (
    <NumberField
      label={t('field.watts_mark')}
      description={t('links.wattsHint')}
      required
      min={0.1}
      max={limits.wattsMax}
      decimals={1}
      data-autofocus
      {...input('watts_mark')}
    />
  )
}
