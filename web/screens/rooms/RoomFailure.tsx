import { isTransient } from '@coinless/contract/first-answers.ts'
import { Alert, Anchor } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { ApiError, messageOf } from '../../shared/calls/client.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'

interface RoomFailureProps {
  error: Error
  retry: () => void
}

/** A number that leads to no room fails again on a retry. */
export function RoomFailure({ error, retry }: RoomFailureProps) {
  const message = messageOf(error, t('rooms.loadFailed'))
  const isRefused = error instanceof ApiError && !isTransient(error.status)
  if (!isRefused) return <LoadFailure message={message} retry={retry} />
  return (
    <Alert color="yellow" icon={<CircleAlert />} title={message}>
      <Anchor component={Link} to={paths.payments} c="inherit" underline="always">
        {t('rooms.otherNumber')}
      </Anchor>
    </Alert>
  )
}
