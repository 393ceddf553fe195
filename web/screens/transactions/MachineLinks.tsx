import { Anchor, Button } from '@mantine/core'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'

interface OfPayment {
  id: string
  device_id: string
  may_see_device: boolean
  is_cycle_open: boolean
}

/** A text for the device, linked for users who may see it. */
export function DeviceLink({ payment, text }: { payment: OfPayment; text: string }) {
  if (!payment.may_see_device) return text
  return (
    <Anchor component={Link} to={paths.device(payment.device_id)} inherit>
      {text}
    </Anchor>
  )
}

/** Links to an open cycle. */
export function CycleButton({ payment: { id, is_cycle_open } }: { payment: OfPayment }) {
  if (!is_cycle_open) return null
  return (
    <Button component={Link} to={paths.cycle(id)} variant="default">
      {t('cycle.see')}
    </Button>
  )
}
