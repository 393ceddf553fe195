import { Skeleton, Stack } from '@mantine/core'

export function Loading({ rows = 6 }: { rows?: number }) {
  return (
    <Stack role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: these rows are all alike
        <Skeleton key={row} height={32} />
      ))}
    </Stack>
  )
}
