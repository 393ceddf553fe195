import { Button, Card, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../shared/account/auth-context.tsx'
import { ProofNeeded } from '../../shared/account/ProofNeeded.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { call, messageOf } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { replacePage } from '../../shared/navigation/page.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { addressOfAccount } from '../../shared/navigation/working-for.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { useSingleMutation } from '../../shared/queries/use-single-mutation.ts'
import {
  forgetInvitation,
  invitationsOpened,
  waitingInvitation,
} from '../../shared/session/invitation.ts'
import { t } from '../../shared/texts/texts.ts'
import { addressOf } from '../../shared/ui/formats.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { useStore } from '../../shared/ui/use-store.ts'

/** Accepts the invitation from a mail's link. */
export default function Invitation() {
  const { email_verified } = useUser()
  return (
    <Page title={t('staff.invitation')} narrow>
      <ProofNeeded why={t('staff.verifyFirst')} />
      {email_verified && <Offered />}
    </Page>
  )
}

function Offered() {
  const secret = useStore(invitationsOpened, waitingInvitation) ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: ['staff-invitation', secret],
    queryFn: ({ signal }) => call(calls.staff.invitation, { body: { secret }, signal }),
    enabled: secret !== '',
  })
  const acceptance = useSingleMutation({
    mutationKey: ['staff', 'accept'],
    mutationFn: () => call(calls.staff.accept, { body: { secret } }),
    onSuccess: ({ account_id }) => {
      forgetInvitation()
      replacePage(addressOfAccount(account_id))
    },
    onError: showFailure(t('staff.acceptFailed')),
  })
  if (secret === '') return <Text>{t('staff.noLink')}</Text>
  if (error) {
    const message = messageOf(error, t('staff.loadFailed'))
    return <LoadFailure message={message} retry={() => void refetch()} />
  }
  if (!data) return <Loading rows={3} />
  const { full_name, email, role, places } = data
  const from = full_name ? `${full_name} (${addressOf(email)})` : addressOf(email)
  return (
    <Card withBorder>
      <Stack>
        <Text style={{ overflowWrap: 'anywhere' }}>
          {t('staff.invites', { from, role: t(`working.roles.${role}`) })}
        </Text>
        <Text size="sm">{t(`staff.about.${role}`)}</Text>
        {places && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('staff.atPlaces', { places: places.join(', ') })} {t('staff.placesHint')}
          </Text>
        )}
        <Text size="sm">{t('staff.written')}</Text>
        <BusyButton
          isBusy={acceptance.isPending}
          onClick={() => acceptance.mutate()}
          style={{ alignSelf: 'start' }}
        >
          {t('staff.accept')}
        </BusyButton>
        <Button
          component="a"
          href={paths.dashboard}
          variant="default"
          style={{ alignSelf: 'start' }}
        >
          {t('staff.notNow')}
        </Button>
      </Stack>
    </Card>
  )
}
