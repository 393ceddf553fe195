import { Skeleton, Stack } from '@mantine/core'
import { t } from '../texts/texts.ts'

export function Loading({ rows = 6 }: { rows?: number }) {
  return (
    <Stack role="status" aria-label={t('list.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all rows are alike
        <Skeleton key={row} height={32} />
      ))}
    </Stack>
  )
}
