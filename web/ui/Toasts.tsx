import { Notifications, notifications } from '@mantine/notifications'

export const show = notifications.show

/** Where toasts appear. */
export default function Toasts() {
  return <Notifications position="top-right" />
}
