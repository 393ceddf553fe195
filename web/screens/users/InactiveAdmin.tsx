import { adminRole, isAdmin } from '@coinless/contract/permissions.ts'
import type { User } from '@coinless/contract/users.ts'
import { Text } from '@mantine/core'
import { t } from '../../shared/texts/texts.ts'

/** Explains why a user with the admin role has no admin rights yet. */
export function InactiveAdmin({ user }: { user: User }) {
  if (isAdmin(user) || !user.roles.includes(adminRole)) return null
  return (
    <Text size="sm" c="dimmed" title={t('admin.adminSleeps')}>
      {t('admin.adminSleeps')}
    </Text>
  )
}
