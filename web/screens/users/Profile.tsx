import { me, type User } from '@coinless/contract/users.ts'
import { Button, Card, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Settings2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { runsMachines } from '../../shared/account/rights.ts'
import { secondFactorQuery } from '../../shared/account/second-factor-query.ts'
import { calls } from '../../shared/calls/calls.ts'
import { callWithVersion, messageOf } from '../../shared/calls/client.ts'
import { FormButtons } from '../../shared/forms/FormButtons.tsx'
import { FormNotice } from '../../shared/forms/FormNotice.tsx'
import { useVersionedForm } from '../../shared/forms/use-versioned-form.ts'
import { awaited } from '../../shared/loading/own-code.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { NextStep } from '../../shared/next-step/NextStep.tsx'
import { notificationsQuery } from '../../shared/notifications/notifications-query.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { meQuery } from '../../shared/queries/me-query.ts'
import { showAnswer } from '../../shared/queries/query-client.ts'
import { Link } from '../../shared/router/Link.tsx'
import { storeUser } from '../../shared/session/session-store.ts'
import { t } from '../../shared/texts/texts.ts'
import { checkedBy } from '../../shared/ui/form-check.ts'
import { addressOf, date } from '../../shared/ui/formats.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { RoleBadges } from '../../shared/ui/RoleBadges.tsx'
import { showError } from '../../shared/ui/toasts.ts'
import { CloseAccountCard } from './CloseAccountCard.tsx'
import { InactiveAdmin } from './InactiveAdmin.tsx'
import { LeftBehindCard } from './LeftBehindCard.tsx'
import { NotificationsCard } from './NotificationsCard.tsx'
import { OwnDataCard } from './OwnDataCard.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { leftBehindQuery, passkeysQuery, sessionsQuery } from './profile-queries.ts'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { VerificationCard } from './VerificationCard.tsx'

const GuestProfile = lazy(() => awaited(() => import('./GuestProfile.tsx')))

export default function Profile() {
  const known = useUser()
  const { data: user = known, error } = useQuery(meQuery)
  useEffect(() => {
    if (error) showError(messageOf(error, t('profile.loadFailed')))
  }, [error])
  if (user.is_guest) {
    return (
      <Suspense fallback={<Loading rows={12} />}>
        <GuestProfile />
      </Suspense>
    )
  }
  return (
    <Page title={t('profile.title')} actions={runsMachines(user) && <ToSettings />} narrow>
      <NextStep isDashboard={false} />
      {!user.email_verified && <VerificationCard />}
      <NameForm user={user} />
      <Card withBorder>
        <Stack>
          <Stack gap={4}>
            <Text size="sm" fw={500}>
              {t('heading.roles')}
            </Text>
            <RoleBadges roles={user.roles} />
            <InactiveAdmin user={user} />
          </Stack>
          <Stack gap={4}>
            <Text size="sm" fw={500}>
              {t('heading.memberSince')}
            </Text>
            <Text>{date(user.created_at)}</Text>
          </Stack>
        </Stack>
      </Card>
      <Cards />
    </Page>
  )
}

function ToSettings() {
  return (
    <Button
      component={Link}
      to={paths.settings}
      variant="default"
      leftSection={<Settings2 size={16} aria-hidden />}
    >
      {t('menu.settings')}
    </Button>
  )
}

/** Appear together, because a card that grows later would move others under a finger. */
function Cards() {
  const loads = [
    useQuery(leftBehindQuery(1)),
    useQuery(secondFactorQuery),
    useQuery(passkeysQuery),
    useQuery(sessionsQuery(1)),
    useQuery(notificationsQuery),
  ]
  // Set once: a refetch is pending again, but typed data below must stay.
  const [isLoaded, setLoaded] = useState(false)
  if (!isLoaded && loads.every(({ isPending }) => !isPending)) setLoaded(true)
  if (!isLoaded) return <Loading rows={12} />
  return (
    <>
      <LeftBehindCard />
      <NotificationsCard />
      <PasswordForm />
      <SecondFactorCard />
      <PasskeysCard />
      <SessionsCard />
      <OwnDataCard />
      <CloseAccountCard />
    </>
  )
}

const inputOf = ({ full_name }: User) => ({ full_name })

function NameForm({ user }: { user: User }) {
  const { data: saved, refetch } = useQuery({
    queryKey: ['me', 'to change'],
    queryFn: ({ signal }) => callWithVersion(calls.me.get, { signal }),
  })
  const form = useVersionedForm({
    name: 'profile',
    initial: inputOf(saved?.thing ?? user),
    version: saved?.version,
    validate: checkedBy(me.update.body),
    valuesOf: inputOf,
    send: (body, version) => callWithVersion(calls.me.update, { query: { version }, body }),
    loadAgain: async () => (await refetch({ throwOnError: true })).data,
    success: t('profile.updated'),
    done: ({ thing: updated }) => {
      storeUser(updated)
      void showAnswer(meQuery.queryKey, updated)
    },
    failed: showFailure(t('profile.updateFailed')),
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Card withBorder>
        <FormNotice form={form} />
        <Stack>
          <TextInput
            label={t('field.email')}
            description={t('profile.emailFixed')}
            value={addressOf(user.email)}
            readOnly
          />
          <TextInput
            label={t('field.full_name')}
            required
            autoComplete="name"
            {...form.getInputProps('full_name')}
          />
          <FormButtons form={form} label={t('action.save')} isDisabled={!form.isChanged} />
        </Stack>
      </Card>
    </form>
  )
}
