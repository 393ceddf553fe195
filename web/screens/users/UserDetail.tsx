import type { UserDetail as Detail } from '@coinless/contract/users.ts'
import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { paths } from '../../shared/navigation/paths.ts'
import { useReturnOnFailure } from '../../shared/queries/failures.ts'
import { userQuery } from '../../shared/queries/user-query.ts'
import { Link } from '../../shared/router/Link.tsx'
import { fieldName, t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { FieldList } from '../../shared/ui/FieldList.tsx'
import { addressOf, dateAndTime, label, longDate, number } from '../../shared/ui/formats.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { RoleBadges } from '../../shared/ui/RoleBadges.tsx'
import { InactiveAdmin } from './InactiveAdmin.tsx'
import { UserActions } from './UserActions.tsx'
import { typeOfUser } from './user-type.ts'

/** One user, for admins. */
export default function UserDetail() {
  const { id = '' } = useParams()
  const { data: user, error } = useQuery(userQuery(id))
  useReturnOnFailure(error, t('admin.loadUserFailed'), paths.adminUsers, user)
  const back = <BackLink to={paths.adminUsers}>{t('admin.backToUsers')}</BackLink>
  if (!user) {
    return (
      <Page title={t('admin.user')} back={back} narrow>
        <Loading rows={8} />
      </Page>
    )
  }
  return (
    <Page
      title={user.full_name || addressOf(user.email)}
      back={back}
      actions={<UserActions key={user.id} user={user} />}
      narrow
    >
      <FieldList fields={accountOf(user)} />
      <FieldList fields={countsOf(user)} />
      <People title={t('admin.staffOf')} people={user.staff} />
      <People title={t('admin.worksFor')} people={user.works_for} />
    </Page>
  )
}

function accountOf(user: Detail): [string, ReactNode][] {
  const { id, email, full_name, is_guest, email_verified, last_seen_at, created_at } = user
  return [
    ...(is_guest
      ? []
      : ([
          [
            t('field.email'),
            `${email} (${t(email_verified ? 'admin.verified' : 'admin.unverified')})`,
          ],
          [t('field.full_name'), full_name],
        ] as [string, ReactNode][])),
    [t('field.user_type'), typeOfUser(user)],
    [
      t('heading.roles'),
      <Stack key="roles" gap={4}>
        <RoleBadges roles={user.roles} />
        <InactiveAdmin user={user} />
      </Stack>,
    ],
    [t('heading.created'), longDate(created_at)],
    [t('admin.lastSeen'), last_seen_at ? dateAndTime(last_seen_at) : t('words.notAvailable')],
    [t('profile.sessions'), number(user.session_count)],
    [t('field.user_id'), id],
    [
      t('menu.adminAudit'),
      <Anchor key="audit" component={Link} to={paths.auditOf(id)} inherit>
        {t('admin.eventsOf')}
      </Anchor>,
    ],
  ]
}

function countsOf({ id, device_count, code_count, ...user }: Detail): [string, ReactNode][] {
  return [
    [fieldName('devices'), number(device_count)],
    [
      t('menu.prepaidCodes'),
      code_count > 0 ? (
        <Anchor key="codes" component={Link} to={paths.codesOfUser(id)} inherit>
          {number(code_count)}
        </Anchor>
      ) : (
        number(code_count)
      ),
    ],
    [t('admin.paymentsMade'), number(user.payments_made)],
    [t('admin.paymentsReceived'), number(user.payments_received)],
  ]
}

const anywhere = { overflowWrap: 'anywhere' } as const

interface PeopleProps {
  title: string
  people: Detail['staff']
}

/** Accounts with a role in a business; invited addresses have no account to open. */
function People({ title, people }: PeopleProps) {
  if (people.length === 0) return null
  return (
    <Stack component="section" gap="xs" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Card withBorder>
        <Stack gap="sm">
          {people.map(({ user_id, email, role, state }) => (
            <Group key={email} justify="space-between" gap="xs">
              {user_id ? (
                <Anchor component={Link} to={paths.adminUser(user_id)} style={anywhere}>
                  {email}
                </Anchor>
              ) : (
                <span style={anywhere}>{email}</span>
              )}
              <Text span c="dimmed">
                {t(`working.roles.${role}`)}
                {state !== 'active' && ` · ${label(state)}`}
              </Text>
            </Group>
          ))}
        </Stack>
      </Card>
    </Stack>
  )
}
