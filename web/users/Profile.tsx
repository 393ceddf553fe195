import { me, type User } from '@coinless/contract/users.ts'
import { Button, Card, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUser } from '../account/auth-context.tsx'
import { calls } from '../api/calls.ts'
import { callWithVersion, fieldErrorsOf, isOutdated, messageOf } from '../api/client.ts'
import { useKeptForm } from '../forms/use-kept-form.ts'
import { showFailure } from '../queries/failures.ts'
import { meQuery } from '../queries/me-query.ts'
import { storeUser } from '../session/session-store.ts'
import { t } from '../texts/texts.ts'
import { FormNotice } from '../ui/FormNotice.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { date } from '../ui/formats.ts'
import { Page } from '../ui/Page.tsx'
import { RoleBadges } from '../ui/RoleBadges.tsx'
import { showError, showSuccess } from '../ui/toasts.ts'
import { CloseAccountCard } from './CloseAccountCard.tsx'
import { LeftBehindCard } from './LeftBehindCard.tsx'
import { OwnDataCard } from './OwnDataCard.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { SleepingAdmin } from './SleepingAdmin.tsx'
import { VerificationCard } from './VerificationCard.tsx'

export default function Profile() {
  const known = useUser()
  const { data: user = known, error } = useQuery(meQuery)
  useEffect(() => {
    if (error) showError(messageOf(error, t('profile.loadFailed')))
  }, [error])
  return (
    <Page title={t('profile.title')} narrow>
      <NameForm user={user} />
      <Card withBorder>
        <Stack>
          <Stack gap={4}>
            <Text size="sm" fw={500}>
              {t('field.roles')}
            </Text>
            <RoleBadges roles={user.roles} />
            <SleepingAdmin user={user} />
          </Stack>
          <Stack gap={4}>
            <Text size="sm" fw={500}>
              {t('field.memberSince')}
            </Text>
            <Text>{date(user.created_at)}</Text>
          </Stack>
        </Stack>
      </Card>
      {!user.email_verified && <VerificationCard user={user} />}
      <LeftBehindCard />
      <PasswordForm />
      <SecondFactorCard />
      <PasskeysCard />
      <SessionsCard />
      <OwnDataCard />
      <CloseAccountCard />
    </Page>
  )
}

function NameForm({ user }: { user: User }) {
  const queryClient = useQueryClient()
  const { data: saved, refetch } = useQuery({
    queryKey: ['me', 'to change'],
    queryFn: ({ signal }) => callWithVersion(calls.me.get, { signal }),
  })
  const form = useKeptForm({
    name: 'profile',
    initial: { full_name: saved?.thing.full_name ?? user.full_name },
    version: saved?.version,
    validate: checkedBy(me.update.body),
  })
  const change = useMutation({
    mutationFn: (body: { full_name: string }) =>
      callWithVersion(calls.me.update, { query: { version: form.version }, body }),
    onSuccess: ({ thing: updated, version }, sent) => {
      form.saved(sent, { now: { full_name: updated.full_name }, version })
      storeUser(updated)
      queryClient.setQueryData(meQuery.queryKey, updated)
      showSuccess(t('profile.updated'))
    },
    onError: async (error) => {
      const latest = isOutdated(error) && (await refetch()).data
      if (latest) {
        return form.compareWith({ full_name: latest.thing.full_name }, latest.version)
      }
      form.showErrors(fieldErrorsOf(error))
      showFailure(t('profile.updateFailed'))(error)
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
      <Card withBorder>
        <FormNotice form={form} labels={{ full_name: t('field.fullName') }} />
        <Stack>
          <TextInput
            label={t('field.email')}
            description={t('profile.emailFixed')}
            value={user.email}
            readOnly
          />
          <TextInput
            label={t('field.fullName')}
            required
            autoComplete="name"
            {...form.getInputProps('full_name')}
          />
          <Group justify="flex-end">
            <Button type="submit" disabled={!form.isChanged} loading={change.isPending}>
              {t('action.save')}
            </Button>
          </Group>
        </Stack>
      </Card>
    </form>
  )
}
