import { Card, NativeSelect, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { fieldName, t } from '../texts/texts.ts'
import type { Columns, ImportField } from './importable.ts'

interface ColumnStepProps {
  fields: readonly ImportField[]
  headers: readonly string[]
  /** Content above the column names. */
  above: readonly string[]
  columns: Columns
  choose: (field: string, header: string) => void
}

/** Maps columns of the file to fields. */
export function ColumnStep({ fields, headers, above, columns, choose }: ColumnStepProps) {
  return (
    <Card withBorder component="section">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('import.columns')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('import.columnsHint')}
        </Text>
        {above.length > 0 && (
          <Text size="sm">{t('import.above', { rows: above.join(' · ') })}</Text>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
          {fields.map(({ name, isRequired, otherwise }) => (
            <NativeSelect
              key={name}
              label={fieldName(name)}
              required={isRequired === true && otherwise === undefined}
              value={columns[name] ?? ''}
              onChange={(event) => choose(name, event.currentTarget.value)}
              data={[
                {
                  value: '',
                  label: otherwise ? t('import.inAll', { value: otherwise }) : t('import.noColumn'),
                },
                ...headers.map((header) => ({ value: header, label: header })),
              ]}
            />
          ))}
        </SimpleGrid>
      </Stack>
    </Card>
  )
}
