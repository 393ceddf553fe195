import type { User } from '@coinless/contract/users.ts'
import type { ReactNode } from 'react'
import { shownName } from '../../shared/account/shown-name.ts'
import { t } from '../../shared/texts/texts.ts'
import { FieldList } from '../../shared/ui/FieldList.tsx'
import { addressOf, date } from '../../shared/ui/formats.ts'
import { RoleBadges } from '../../shared/ui/RoleBadges.tsx'

export function AccountCard({ user }: { user: User }) {
  const name: [string, ReactNode] = [t('field.full_name'), shownName(user)]
  const since: [string, ReactNode] = [t('heading.memberSince'), date(user.created_at)]
  const roles = <RoleBadges key="roles" roles={user.roles} />
  return (
    <section aria-label={t('dashboard.account')}>
      <FieldList
        fields={
          user.is_guest
            ? [name, since]
            : [[t('field.email'), addressOf(user.email)], name, [t('heading.roles'), roles], since]
        }
      />
    </section>
  )
}
