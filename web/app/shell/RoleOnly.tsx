import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useUser } from '../../shared/account/auth-context.tsx'
import { mayOpen } from '../../shared/account/places.ts'
import { shownName } from '../../shared/account/shown-name.ts'
import { t } from '../../shared/texts/texts.ts'
import { NotInRole } from './NotInRole.tsx'
import { WorkingStrip } from './WorkingStrip.tsx'

/** Wraps each screen of another account; the server refuses calls that the role does not allow. */
export default function RoleOnly({ children }: { children?: ReactNode }) {
  const user = useUser()
  const [pathname] = useLocation()
  const text = t('working.noRight', { name: shownName(user) })
  return (
    <>
      <WorkingStrip />
      {mayOpen(user, pathname) ? (
        children
      ) : (
        <NotInRole title={t('working.noRightTitle')} text={text} />
      )}
    </>
  )
}
