import type { StaffMember } from '@coinless/contract/staff.ts'
import { Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { History, Plus } from 'lucide-react'
import { useState } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { useList } from '../../shared/queries/use-list.ts'
import { useSingleMutation } from '../../shared/queries/use-single-mutation.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { confirmDeletion } from '../../shared/ui/confirm.tsx'
import { type Column, DataList } from '../../shared/ui/DataList.tsx'
import { addressOf, date } from '../../shared/ui/formats.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { placeNames } from '../../shared/ui/place-names.ts'
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx'
import { showSuccess } from '../../shared/ui/toasts.ts'
import { useListAddress } from '../../shared/ui/use-list-address.ts'
import { StaffRoleDialog } from './StaffRoleDialog.tsx'

/** The owner's staff, and open invitations. */
export default function StaffList() {
  const address = useListAddress()
  const [changed, setChanged] = useState<StaffMember>()
  const list = useList(calls.staff.list, {
    key: ['staff'],
    address,
    failed: t('staff.loadFailed'),
  })
  return (
    <Page
      back={<BackLink to={paths.settings}>{t('settings.back')}</BackLink>}
      title={t('staff.title')}
      actions={
        <>
          <Button
            component={Link}
            to={paths.staffTrail}
            variant="default"
            leftSection={<History size={16} aria-hidden />}
          >
            {t('staff.trail')}
          </Button>
          <Button component={Link} to={paths.inviteStaff} leftSection={<Plus size={16} />}>
            {t('staff.invite')}
          </Button>
        </>
      }
    >
      <DataList
        noun="staff"
        columns={columnsOf(setChanged)}
        {...list}
        empty={{ title: t('staff.none'), hint: t('staff.hint') }}
      />
      <StaffRoleDialog member={changed} close={() => setChanged(undefined)} />
    </Page>
  )
}

const columnsOf = (change: (member: StaffMember) => void): Column<StaffMember>[] => [
  {
    header: t('field.email'),
    cell: ({ email, full_name }) => (
      <>
        <Text span size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {addressOf(email)}
        </Text>
        {full_name && (
          <Text size="xs" c="dimmed">
            {full_name}
          </Text>
        )}
      </>
    ),
    brief: 'title',
  },
  {
    header: t('field.status'),
    cell: ({ state }) => <StatusBadge status={state} />,
    line: 'whole',
    brief: 'titleEnd',
  },
  {
    header: t('field.role'),
    cell: ({ role }) => t(`working.roles.${role}`),
    brief: 'line',
  },
  {
    header: t('field.places'),
    cell: ({ places }) => (
      <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
        {places ? placeNames(places) : t('staff.allPlaces')}
      </Text>
    ),
  },
  {
    header: t('staff.since'),
    cell: ({ joined_at, expires_at }) =>
      joined_at ? date(joined_at) : t('staff.until', { day: expires_at ? date(expires_at) : '' }),
  },
  {
    header: t('list.actions'),
    cell: (member) => <Actions member={member} change={() => change(member)} />,
    line: 'whole',
  },
]

function Actions({ member, change }: { member: StaffMember; change: () => void }) {
  const { id, email, state } = member
  const queryClient = useQueryClient()
  const params = { id }
  const loadAgain = () => queryClient.invalidateQueries({ queryKey: ['staff'] })
  const resend = useSingleMutation({
    mutationKey: ['staff', 'send again', id],
    mutationFn: () => call(calls.staff.resend, { params }),
    onSuccess: () => showSuccess(t('staff.sentAgain')),
    onError: showFailure(t('staff.sendFailed')),
    onSettled: loadAgain,
  })
  const removal = useSingleMutation({
    mutationKey: ['staff', 'remove', id],
    mutationFn: () => call(calls.staff.remove, { params }),
    onSuccess: () => showSuccess(t('staff.removed')),
    onError: showFailure(t('staff.removeFailed')),
    onSettled: loadAgain,
  })
  const askToRemove = () =>
    confirmDeletion({
      title: t('staff.removeTitle'),
      text: t('staff.removeText', { email }),
      confirmLabel: t('staff.remove'),
      onConfirm: () => removal.mutate(),
    })
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        aria-label={t('staff.changeOne', { email })}
        onClick={change}
      >
        {t('staff.change')}
      </Button>
      {state !== 'active' && (
        <BusyButton
          size="xs"
          variant="default"
          isBusy={resend.isPending}
          aria-label={t('staff.sendOneAgain', { email })}
          onClick={() => resend.mutate()}
        >
          {t('staff.sendAgain')}
        </BusyButton>
      )}
      <BusyButton
        size="xs"
        variant="light"
        color="red"
        isBusy={removal.isPending}
        aria-label={t('staff.removeOne', { email })}
        onClick={askToRemove}
      >
        {t('staff.remove')}
      </BusyButton>
    </Group>
  )
}
