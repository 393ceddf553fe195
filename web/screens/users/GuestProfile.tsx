import { limits } from '@coinless/contract/limits.ts'
import type { User } from '@coinless/contract/users.ts'
import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useAuth } from '../../shared/account/auth-context.tsx'
import { askGuestToLeave } from '../../shared/account/leaving-as-guest.tsx'
import { RegistrationFields } from '../../shared/account/RegistrationFields.tsx'
import { firstProblem, type Registration } from '../../shared/account/registration.ts'
import { calls } from '../../shared/calls/calls.ts'
import { ApiError, call } from '../../shared/calls/client.ts'
import { FormButtons } from '../../shared/forms/FormButtons.tsx'
import { FormNotice } from '../../shared/forms/FormNotice.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { meQuery } from '../../shared/queries/me-query.ts'
import { showAnswer } from '../../shared/queries/query-client.ts'
import { storeUser } from '../../shared/session/session-store.ts'
import { t } from '../../shared/texts/texts.ts'
import { focusMain } from '../../shared/ui/focus-main.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { NotificationsCard } from './NotificationsCard.tsx'
import { OwnDataCard } from './OwnDataCard.tsx'

/** Profile of a guest, who has no name, address or password until they create an account. */
export default function GuestProfile() {
  return (
    <Page title={t('profile.title')} narrow>
      <AccountForm />
      <OtherAccountCard />
      <NotificationsCard />
      <OwnDataCard />
    </Page>
  )
}

const blank: Registration = { full_name: '', user_type: 'tenant', email: '', password: '' }
const secrets = ['password'] as const

function AccountForm() {
  const queryClient = useQueryClient()
  const form = useForm<Registration, User>({
    name: 'account of a guest',
    initial: blank,
    secrets,
    objection: firstProblem,
    send: (body) => call(calls.guests.becomeAccount, { body }),
    success: t('auth.registered'),
    done: (account) => {
      storeUser(account)
      void showAnswer(meQuery.queryKey, account)
      void queryClient.invalidateQueries()
      focusMain()
    },
    failed: (error) => {
      // The account was created in another tab, or by a call whose answer was lost.
      if (isNoGuest(error)) void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
      showFailure(t('auth.registrationFailed'))(error)
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Card withBorder component="section" aria-label={t('guest.create')}>
        <FormNotice form={form} />
        <Stack>
          <Title order={2} size="h4">
            {t('guest.create')}
          </Title>
          <Text size="sm">{t('guest.createHint', { days: limits.guestDays })}</Text>
          <RegistrationFields form={form} />
          <FormButtons form={form} label={t('auth.createAccount')} />
        </Stack>
      </Card>
    </form>
  )
}

function isNoGuest(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_a_guest'
}

function OtherAccountCard() {
  const { logout } = useAuth()
  return (
    <Card withBorder component="section" aria-label={t('guest.other')}>
      <Stack>
        <Title order={2} size="h4">
          {t('guest.other')}
        </Title>
        <Text size="sm">{t('guest.otherHint')}</Text>
        <Button
          variant="default"
          style={{ alignSelf: 'start' }}
          onClick={() => askGuestToLeave({ createAccount: focusMain, leave: () => void logout() })}
        >
          {t('guest.signIn')}
        </Button>
      </Stack>
    </Card>
  )
}
