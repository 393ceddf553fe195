import '@mantine/notifications/styles.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import { Notifications, notifications } from '@mantine/notifications'

export const show = notifications.show

export default function Toasts() {
  return <Notifications position="top-right" />
}
