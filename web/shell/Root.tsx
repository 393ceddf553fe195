import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { Outlet } from 'react-router'

/** Around every screen. Dialogs and toasts stand inside the router, since they may hold links. */
export function Root() {
  return (
    <ModalsProvider>
      <Notifications position="top-right" />
      <Outlet />
    </ModalsProvider>
  )
}
