import { Outlet, useLocation } from 'react-router'
import { useUser } from '../account/auth-context.tsx'
import { mayOpen } from '../account/places.ts'
import { shownName } from '../account/shown-name.ts'
import { t } from '../texts/texts.ts'
import { NotInRole } from './NotInRole.tsx'
import { WorkingStrip } from './WorkingStrip.tsx'

/** Around each screen of an account that somebody works for; the server refuses what their role has no right to. */
export default function RoleOnly() {
  const user = useUser()
  const { pathname } = useLocation()
  const text = t('working.noRight', { name: shownName(user) })
  return (
    <>
      <WorkingStrip />
      {mayOpen(user, pathname) ? (
        <Outlet />
      ) : (
        <NotInRole title={t('working.noRightTitle')} text={text} />
      )}
    </>
  )
}
