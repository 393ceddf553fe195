import { Alert, Button } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { t } from '../texts/texts.ts'

/** Replaces content that could not be loaded. */
export function LoadFailure({ message, retry }: { message: string; retry: () => void }) {
  return (
    <Alert color="red" icon={<CircleAlert />} title={message}>
      <Button size="xs" variant="default" onClick={retry}>
        {t('list.tryAgain')}
      </Button>
    </Alert>
  )
}
