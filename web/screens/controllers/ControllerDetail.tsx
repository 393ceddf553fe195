import type { ControllerDetail as Detail } from '@coinless/contract/controllers.ts'
import { Alert, Anchor, Badge, Card, Group, Stack, Text, Title } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { useParams } from 'wouter'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { useReturnOnFailure } from '../../shared/queries/failures.ts'
import { useTestStart } from '../../shared/queries/use-test-start.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { FieldList } from '../../shared/ui/FieldList.tsx'
import { dateAndTime, label, longDate } from '../../shared/ui/formats.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { Presence } from '../../shared/ui/Presence.tsx'
import { ControllerActions } from './ControllerActions.tsx'
import { useController } from './controller-queries.ts'
import { RecentActivity } from './RecentActivity.tsx'
import { RenameButton } from './RenameButton.tsx'

export default function ControllerDetail() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useController(id)
  const controller = data?.thing
  useReturnOnFailure(error, t('controllers.loadFailed'), paths.controllers, controller)
  if (!controller) return <Loading />
  return (
    <Page
      back={<BackLink to={paths.controllers}>{t('controllers.back')}</BackLink>}
      title={controller.name}
      actions={
        <RenameButton
          controller={controller}
          version={data.version}
          loadAgain={async () => (await refetch({ throwOnError: true })).data}
        />
      }
      narrow
    >
      {!controller.is_reachable && (
        <Alert color="yellow" icon={<CircleAlert />} title={t('controllers.notReachable')}>
          {t('controllers.noBroker')}
        </Alert>
      )}
      <FieldList
        fields={[
          [t('controllers.state'), <Presence key="presence" presence={controller} />],
          [
            t('controllers.lastHeard'),
            controller.heard_at ? dateAndTime(controller.heard_at) : '–',
          ],
          [t('field.driver'), label(controller.driver)],
          [
            t('field.credential'),
            controller.has_credential ? t('controllers.hasCredential') : t('controllers.ended'),
          ],
          [t('heading.createdAt'), longDate(controller.created_at)],
        ]}
      />
      <Channels channels={controller.channels} />
      <RecentActivity events={controller.events} />
      <ControllerActions controller={controller} />
    </Page>
  )
}

function Channels({ channels }: Pick<Detail, 'channels'>) {
  return (
    <Card withBorder component="section" aria-label={t('controllers.channels')}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('controllers.channels')}
        </Title>
        {channels.length === 0 && <Text size="sm">{t('controllers.noChannels')}</Text>}
        {channels.map((channel) => (
          <Channel key={channel.channel} channel={channel} />
        ))}
      </Stack>
    </Card>
  )
}

function Channel({ channel }: { channel: Detail['channels'][number] }) {
  const { device_id, device_number, device_label, out_of_order_at } = channel
  const { test, isTesting } = useTestStart(device_id)
  return (
    <Group justify="space-between">
      <div>
        <Text size="sm" c="dimmed">
          {t('controllers.channel', { number: channel.channel })} · {label(channel.switching)}
        </Text>
        <Anchor component={Link} size="sm" to={paths.device(device_id)} fw={600}>
          {device_number} {device_label}
        </Anchor>
        {out_of_order_at && (
          <Badge variant="dot" color="red" tt="none" ml="xs">
            {t('links.outOfOrder')}
          </Badge>
        )}
      </div>
      <BusyButton
        variant="default"
        size="xs"
        isBusy={isTesting}
        onClick={test}
        aria-label={t('links.testOne', { number: device_number })}
      >
        {t('links.test')}
      </BusyButton>
    </Group>
  )
}
