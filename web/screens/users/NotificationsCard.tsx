import { mailedNotificationKinds, notificationKinds } from '@coinless/contract/choices.ts'
import { type NotificationChoices, notifications } from '@coinless/contract/notifications.ts'
import { Card, Group, Stack, Switch, type SwitchProps, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ChangeEvent } from 'react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { runsMachines } from '../../shared/account/rights.ts'
import { messageOf } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { FormButtons } from '../../shared/forms/FormButtons.tsx'
import { FormNotice } from '../../shared/forms/FormNotice.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { explainUnavailable } from '../../shared/notifications/explain-unavailable.ts'
import {
  type NotificationsHere,
  notificationsQuery,
  useNotifications,
} from '../../shared/notifications/notifications-query.ts'
import { t } from '../../shared/texts/texts.ts'
import { checkedBy } from '../../shared/ui/form-check.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { zoneName } from '../../shared/ui/time-zone.ts'

/** Choice of notifications about machines that the user pays for. */
export function NotificationsCard() {
  const { data, error, refetch } = useQuery(notificationsQuery)
  return (
    <Card withBorder component="section" aria-label={t('notifications.title')}>
      <Stack>
        <Title order={2} size="h4">
          {t('notifications.title')}
        </Title>
        <Text size="sm">{t('notifications.hint')}</Text>
        {error && (
          <LoadFailure
            message={messageOf(error, t('notifications.loadFailed'))}
            retry={() => void refetch()}
          />
        )}
        {data && <ThisBrowser told={data} />}
        {data && <ChoicesForm told={data} />}
      </Stack>
    </Card>
  )
}

function ThisBrowser({ told }: { told: NotificationsHere }) {
  const { turnOn, turnOff } = useNotifications()
  const { ability, is_subscribed: isOn } = told
  if (ability !== 'possible') {
    return (
      <Text size="sm" c="dimmed">
        {explainUnavailable(ability)}
      </Text>
    )
  }
  return (
    <Group justify="space-between">
      <Text size="sm">{isOn ? t('notifications.isOn') : t('notifications.isOff')}</Text>
      <BusyButton
        variant="default"
        isBusy={turnOn.isPending || turnOff.isPending}
        onClick={() => (isOn ? turnOff.mutate() : turnOn.mutate(told))}
      >
        {isOn ? t('notifications.turnOff') : t('notifications.turnOn')}
      </BusyButton>
    </Group>
  )
}

function ChoicesForm({ told }: { told: NotificationsHere }) {
  const { is_guest } = useUser()
  const { choose } = useNotifications()
  const form = useForm({
    name: 'notifications',
    initial: inputOf(told),
    validate: (input) => ofFields(checkedBy(notifications.choose.body)(bodyOf(input))),
    send: (input) => choose.mutateAsync(bodyOf(input)),
    saved: (answer) => ({ now: inputOf(answer) }),
    success: t('notifications.saved'),
    failed: () => {},
  })
  const toggle = (field: keyof Input) => form.getInputProps(field, { type: 'checkbox' })
  const { has_quiet_hours: isQuiet, time_zone } = form.getValues()
  /** Users who moved to another time zone turn it off and on. */
  function toggleQuiet({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) {
    form.setValues({ has_quiet_hours: checked, ...(checked && { time_zone: ownZone() }) })
  }
  return (
    <form onSubmit={form.submit} noValidate>
      <FormNotice form={form} />
      <Stack>
        <PushChoices toggle={toggle} />
        {!is_guest && <MailChoices toggle={toggle} />}
        <Switch
          label={t('field.quiet_hours')}
          description={t('notifications.quietHint')}
          {...toggle('has_quiet_hours')}
          onChange={toggleQuiet}
        />
        {isQuiet && (
          <Group align="start">
            <TextInput type="time" label={t('field.from')} {...form.getInputProps('from')} />
            <TextInput type="time" label={t('field.until')} {...form.getInputProps('until')} />
          </Group>
        )}
        {isQuiet && (
          <Text size="sm" c="dimmed">
            {t('notifications.zone', { zone: zoneName(time_zone) })}
          </Text>
        )}
        <FormButtons form={form} label={t('notifications.save')} isDisabled={!form.isChanged} />
      </Stack>
    </form>
  )
}

interface ChoicesProps {
  /** Properties of the switch of a field. */
  toggle: (field: keyof Input) => SwitchProps
}

function PushChoices({ toggle }: ChoicesProps) {
  return (
    <Stack gap="xs" role="group" aria-label={t('notifications.inBrowsers')}>
      <Text size="sm" fw={500}>
        {t('notifications.inBrowsers')}
      </Text>
      <Switch label={t('notifications.fiveMinutes')} {...toggle('push_five_minutes')} />
      <Switch label={t('notifications.done')} {...toggle('push_done')} />
      <Switch label={t('notifications.moneyBack')} {...toggle('push_money_back')} />
      <Switch label={t('notifications.oneFree')} {...toggle('push_one_free')} />
      <Switch label={t('notifications.report')} {...toggle('push_report')} />
    </Stack>
  )
}

function MailChoices({ toggle }: ChoicesProps) {
  const user = useUser()
  return (
    <Stack gap="xs" role="group" aria-label={t('notifications.inMails')}>
      <Text size="sm" fw={500}>
        {t('notifications.inMails')}
      </Text>
      <Switch label={t('notifications.fiveMinutes')} {...toggle('mail_five_minutes')} />
      <Switch label={t('notifications.done')} {...toggle('mail_done')} />
      <Switch label={t('notifications.oneFree')} {...toggle('mail_one_free')} />
      <Switch label={t('notifications.report')} {...toggle('mail_report')} />
      {runsMachines(user) && (
        <Switch
          label={t('field.weekly_mail')}
          description={t('notifications.weeklyHint')}
          {...toggle('has_weekly_mail')}
        />
      )}
      <Text size="sm" c="dimmed">
        {t(user.email_verified ? 'notifications.moneyAlways' : 'notifications.notVerified')}
      </Text>
    </Stack>
  )
}

type Input = ReturnType<typeof inputOf>

/** Disabled quiet hours get default values. */
function inputOf({ push, mail, quiet_hours: quiet, weekly_mail: weekly }: NotificationChoices) {
  return {
    push_five_minutes: push.includes('five_minutes'),
    push_done: push.includes('done'),
    push_money_back: push.includes('money_back'),
    push_one_free: push.includes('one_free'),
    push_report: push.includes('report'),
    mail_five_minutes: mail.includes('five_minutes'),
    mail_done: mail.includes('done'),
    mail_one_free: mail.includes('one_free'),
    mail_report: mail.includes('report'),
    has_weekly_mail: Boolean(weekly),
    weekly_zone: weekly?.time_zone ?? ownZone(),
    has_quiet_hours: quiet !== null,
    from: quiet?.from ?? '22:00',
    until: quiet?.until ?? '07:00',
    time_zone: quiet?.time_zone ?? ownZone(),
  }
}

function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

function bodyOf(input: Input): NotificationChoices {
  const { has_weekly_mail, weekly_zone, has_quiet_hours, from, until, time_zone } = input
  return {
    push: notificationKinds.filter((kind) => input[`push_${kind}`]),
    mail: mailedNotificationKinds.filter((kind) => input[`mail_${kind}`]),
    quiet_hours: has_quiet_hours ? { from, until, time_zone } : null,
    weekly_mail: has_weekly_mail ? { time_zone: weekly_zone } : null,
  }
}

/** Maps errors within the quiet hours to the fields of the form. */
function ofFields(errors: Record<string, string>): Record<string, string> {
  const renamed = Object.entries(errors).map(([field, sentence]) => [
    field.replace('quiet_hours.', ''),
    sentence,
  ])
  return Object.fromEntries(renamed)
}
