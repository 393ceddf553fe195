import type { UserDetail } from '@coinless/contract/users.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { awaited, loadedNow } from '../../shared/loading/own-code.ts'
import { t } from '../../shared/texts/texts.ts'
import { MoreMenu } from '../../shared/ui/MoreMenu.tsx'
import { useSignOut } from './use-sign-out.ts'

const RoleDialog = lazy(() => awaited(() => import('./RoleDialog.tsx')))

/** Guests have no roles. */
export function UserActions({ user }: { user: UserDetail }) {
  return (
    <>
      {!user.is_guest && <AssignRole user={user} />}
      <More user={user} />
    </>
  )
}

function AssignRole({ user }: { user: UserDetail }) {
  // The dialog stays mounted once it was opened, so that it returns the focus.
  const [dialog, setDialog] = useState<'open' | 'closed'>()
  return (
    <>
      <Button onClick={() => setDialog('open')}>{t('admin.assignRole')}</Button>
      {dialog && (
        <Suspense>
          <RoleDialog
            user={dialog === 'open' ? user : undefined}
            close={() => setDialog('closed')}
          />
        </Suspense>
      )}
    </>
  )
}

function More({ user }: { user: UserDetail }) {
  const { askToSignOut, isSigningOut } = useSignOut(user)
  return (
    <MoreMenu
      load={() => import('./UserMenuItems.tsx')}
      loadNow={loadedNow}
      props={{ signOut: askToSignOut }}
      isBusy={isSigningOut}
    />
  )
}
