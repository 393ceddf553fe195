import { Card, Group, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect } from 'react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { isTenant } from '../../shared/account/rights.ts'
import { messageOf } from '../../shared/calls/client.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { countsQuery } from '../../shared/next-step/next-step-queries.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { number } from '../../shared/ui/formats.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { showError } from '../../shared/ui/toasts.ts'

export function CountCards() {
  const user = useUser()
  const { data: loaded, error, refetch } = useQuery(countsQuery)
  // Renders with low priority: keys and taps come first.
  const data = useDeferredValue(loaded)
  const message = error && messageOf(error, t('dashboard.failed'))
  useEffect(() => {
    if (message) showError(message)
  }, [message])
  if (message) return <LoadFailure message={message} retry={() => void refetch()} />
  return (
    <SimpleGrid cols={{ base: 1, xs: 3, md: 1 }}>
      <Count label={t('dashboard.totalResources')} value={data?.resources} to={paths.resources} />
      <Count label={t('dashboard.totalCodes')} value={data?.codes} to={paths.prepaidCodes} />
      <Count
        label={t('dashboard.activeCodes')}
        value={data?.activeCodes}
        // A wallet has no filter: its usable codes are first.
        to={isTenant(user) ? paths.prepaidCodes : paths.activePrepaidCodes}
      />
    </SimpleGrid>
  )
}

function Count({ label, value, to }: { label: string; value: number | undefined; to: string }) {
  return (
    <Card withBorder py="sm" component={Link} to={to}>
      <Group justify="space-between" my="auto">
        <Text c="dimmed">{label}</Text>
        {value === undefined ? (
          <Skeleton height={36} width={48} />
        ) : (
          <Text fz={24} fw={650} translate="no">
            {number(value)}
          </Text>
        )}
      </Group>
    </Card>
  )
}
