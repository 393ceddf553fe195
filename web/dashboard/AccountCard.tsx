import type { User } from '@coinless/contract/users.ts'
import { t } from '../texts/texts.ts'
import { FieldList } from '../ui/FieldList.tsx'
import { date } from '../ui/formats.ts'
import { RoleBadges } from '../ui/RoleBadges.tsx'

export function AccountCard({ user }: { user: User }) {
  return (
    <section aria-label={t('dashboard.account')}>
      <FieldList
        fields={[
          [t('field.email'), user.email],
          [t('field.full_name'), user.full_name],
          [t('heading.roles'), <RoleBadges key="roles" roles={user.roles} />],
          [t('heading.memberSince'), date(user.created_at)],
        ]}
      />
    </section>
  )
}
