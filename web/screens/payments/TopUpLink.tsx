import { Button } from '@mantine/core'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'

interface TopUpLinkProps {
  codeId: string
  /** The device to return to. */
  deviceId: string | undefined
  onClick?: () => void
}

/** Link for a code with too little money to pay. */
export function TopUpLink({ codeId, deviceId, onClick }: TopUpLinkProps) {
  return (
    <Button
      component={Link}
      to={paths.topUpByCard(codeId, deviceId)}
      size="xs"
      variant="default"
      onClick={onClick}
    >
      {t('topUps.short')}
    </Button>
  )
}
