import type { ControllerDetail, ControllerEvent } from '@coinless/contract/controllers.ts'
import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { t } from '../../shared/texts/texts.ts'
import { dateAndTime, minutes } from '../../shared/ui/formats.ts'

/** Recent events of a controller, in sentences. */
export function RecentActivity({ events }: Pick<ControllerDetail, 'events'>) {
  return (
    <Card withBorder component="section" aria-label={t('controllers.events')}>
      <Stack gap="xs">
        <Title order={2} size="h4">
          {t('controllers.events')}
        </Title>
        {events.length === 0 && <Text size="sm">{t('controllers.noEvents')}</Text>}
        {events.map((event) => (
          <Group key={event.id} justify="space-between" gap="xs" align="start">
            <Text size="sm" maw="60ch">
              {sentenceOf(event)}
            </Text>
            <Text size="sm" c="dimmed">
              {dateAndTime(event.created_at)}
            </Text>
          </Group>
        ))}
      </Stack>
    </Card>
  )
}

function sentenceOf(event: ControllerEvent): string {
  const { kind, channel, answer, detail } = event
  if (answer)
    return [t(`controllers.refusal.${answer}`, { device: nameOf(event) }), what(event)].join(' ')
  if (kind === 'fault' && channel) return t('controllers.event.faultAt', { number: channel })
  return t(`controllers.event.${kind}`, { detail })
}

function nameOf({ device_label, device_number, channel }: ControllerEvent): string {
  return device_label
    ? `${device_label} (${device_number})`
    : t('controllers.channel', { number: channel ?? '' })
}

function what({ minutes: paid }: ControllerEvent): string {
  return paid === null
    ? t('controllers.wasTest')
    : t('controllers.wasPaid', { time: minutes(paid) })
}
