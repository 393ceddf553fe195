import { ModalsProvider, modals } from '@mantine/modals'
import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'

export const showToast = notifications.show
export const ask = modals.openConfirmModal

export default function Overlays({ onShown }: { onShown: () => void }) {
  useEffect(onShown, [onShown])
  return (
    <>
      <Notifications position="top-right" />
      <ModalsProvider>{null}</ModalsProvider>
    </>
  )
}
