import type { Device } from '@coinless/contract/devices.ts'
import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { useDeviceAnswer } from '../../shared/queries/use-device-answer.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { devicesToAcceptQuery } from './dashboard-queries.ts'

/** Devices that name the user as landlord, until they accept or refuse. */
export function DevicesToAccept() {
  const { data, error, refetch } = useQuery(devicesToAcceptQuery)
  if (error) {
    const message = messageOf(error, t('dashboard.failed'))
    return <LoadFailure message={message} retry={() => void refetch()} />
  }
  if (!data || data.data.length === 0) return null
  return (
    <Card withBorder component="section" aria-label={t('devices.toAccept')}>
      <Title order={2} size="h4">
        {t('devices.toAccept')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('devices.toAcceptHint')}
      </Text>
      <Stack component="ul" gap="sm" p={0} m={0} mt="sm" style={{ listStyle: 'none' }}>
        {data.data.map((device) => (
          <DeviceToAccept key={device.id} device={device} />
        ))}
      </Stack>
    </Card>
  )
}

function DeviceToAccept({ device }: { device: Device }) {
  const { id, label, device_number: number, location, run_by } = device
  const { accept, refuse, isAnswering } = useDeviceAnswer(id)
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Stack gap={0} miw={0}>
        <Anchor
          component={Link}
          to={paths.device(id)}
          size="sm"
          style={{ overflowWrap: 'anywhere' }}
        >
          {`${label} · ${number}`}
        </Anchor>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {`${location} · ${t('devices.putUpBy', { name: run_by })}`}
        </Text>
      </Stack>
      <Group gap="sm">
        <BusyButton
          size="xs"
          aria-label={t('devices.acceptOne', { number })}
          isBusy={isAnswering}
          onClick={accept}
        >
          {t('devices.accept')}
        </BusyButton>
        <Button
          size="xs"
          variant="default"
          aria-label={t('devices.refuseOne', { number })}
          disabled={isAnswering}
          onClick={() => void refuse()}
        >
          {t('devices.refuse')}
        </Button>
      </Group>
    </Group>
  )
}
