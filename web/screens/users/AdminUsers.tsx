import { isPartOf } from '@coinless/contract/folded.ts'
import type { User } from '@coinless/contract/users.ts'
import { Anchor, Group, Stack, Text } from '@mantine/core'
import { LogOut, Tickets, Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type RowAction, RowActions } from '../../shared/actions/RowActions.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { awaited } from '../../shared/loading/own-code.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useList } from '../../shared/queries/use-list.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { type Column, DataList } from '../../shared/ui/DataList.tsx'
import { addressOf, date } from '../../shared/ui/formats.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { RoleBadges } from '../../shared/ui/RoleBadges.tsx'
import { SearchField } from '../../shared/ui/SearchField.tsx'
import { useListAddress } from '../../shared/ui/use-list-address.ts'
import { usePhone } from '../../shared/ui/use-phone.ts'
import { InactiveAdmin } from './InactiveAdmin.tsx'
import { MailCard } from './MailCard.tsx'
import { useSignOut } from './use-sign-out.ts'
import { typeOfUser } from './user-type.ts'

/** Loads separately, because the list does not need the code of forms. */
const RoleDialog = lazy(() => awaited(() => import('./RoleDialog.tsx')))

export default function AdminUsers() {
  const address = useListAddress()
  const { search } = address
  // The dialog stays mounted once it was opened, so that it returns the focus.
  const [dialog, setDialog] = useState<{ userId?: string }>()
  const list = useList(calls.adminUsers.list, {
    key: ['users'],
    address,
    failed: t('admin.loadUsersFailed'),
    matches: ({ email, full_name }, text) => isPartOf(text, email, full_name),
  })
  const columns: Column<User>[] = [
    {
      header: t('field.email'),
      cell: (user) => <UserName user={user} />,
      line: 'cut',
      brief: 'title',
    },
    {
      header: t('field.full_name'),
      cell: ({ full_name }) => full_name,
      line: 'cut',
      brief: 'line',
    },
    {
      header: t('heading.roles'),
      cell: (user) => <Roles user={user} />,
      line: 'cut',
      brief: 'lineEnd',
    },
    { header: t('heading.created'), cell: ({ created_at }) => date(created_at), line: 'whole' },
    {
      header: t('list.actions'),
      cell: (user) => <UserActions user={user} assign={() => setDialog({ userId: user.id })} />,
      isNumber: true,
    },
  ]
  return (
    <Page title={t('admin.users')}>
      <Group>
        <SearchField label={t('admin.searchUsers')} address={address} />
      </Group>
      <DataList
        noun="users"
        columns={columns}
        {...list}
        empty={{
          title: t('admin.noUsers'),
          hint: search ? t('list.tryFilters') : t('admin.nobodyElse'),
        }}
      />
      <MailCard />
      {dialog && (
        <Suspense>
          <RoleDialog
            user={list.rows?.find(({ id }) => id === dialog.userId)}
            close={() => setDialog({})}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** With the type, because the columns are fixed. */
function UserName({ user }: { user: User }) {
  return (
    <>
      <Anchor component={Link} size="sm" to={paths.adminUser(user.id)}>
        {addressOf(user.email)}
      </Anchor>{' '}
      <Text span size="xs" c="dimmed">
        {typeOfUser(user)}
      </Text>
    </>
  )
}

function Roles({ user }: { user: User }) {
  const isPhone = usePhone()
  if (isPhone)
    return (
      <Stack gap={4}>
        <RoleBadges roles={user.roles} />
        <InactiveAdmin user={user} />
      </Stack>
    )
  return (
    <Group gap="xs" wrap="nowrap">
      <RoleBadges roles={user.roles} isOneLine />
      <InactiveAdmin user={user} />
    </Group>
  )
}

function UserActions({ user, assign }: { user: User; assign: () => void }) {
  const email = addressOf(user.email)
  const { askToSignOut } = useSignOut(user)
  const signOutAction: RowAction = {
    text: t('admin.signOutConfirm'),
    label: t('admin.signOut', { email }),
    Icon: LogOut,
    does: askToSignOut,
  }
  if (user.is_guest) return <RowActions main={signOutAction} />
  return (
    <RowActions
      main={{
        text: t('admin.assignRole'),
        label: t('units.labeled', { name: t('admin.assignRole'), value: email }),
        Icon: Users,
        does: assign,
        isNamed: true,
      }}
      more={[
        {
          text: t('field.codes'),
          label: t('admin.codesOf', { email }),
          Icon: Tickets,
          does: paths.codesOfUser(user.id),
        },
        signOutAction,
      ]}
    />
  )
}
