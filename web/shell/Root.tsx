import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useSyncExternalStore } from 'react'
import { Outlet } from 'react-router'
import { currentLanguage, subscribeToLanguage } from '../language.ts'

/**
 * Around every screen. Dialogs and toasts stand inside the router, since they may hold links. A
 * change of the language shows everything anew, so that a text may be taken wherever it is needed.
 */
export function Root() {
  const language = useSyncExternalStore(subscribeToLanguage, currentLanguage)
  return (
    <ModalsProvider key={language}>
      <Notifications position="top-right" />
      <Outlet />
    </ModalsProvider>
  )
}
