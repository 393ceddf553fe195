import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useFocusBack } from '../../shared/forms/use-focus-back.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { money } from '../../shared/ui/formats.ts'
import classes from './PayButton.module.css'
import type { PaymentProps } from './use-payment.tsx'

interface PayButtonProps extends Pick<PaymentProps, 'device' | 'isLoading'> {
  isBusy: boolean
  /** Label while no price is known. */
  label: string
  /** Why the machine took no payment. */
  refused: string | undefined
  /** Whether it follows fields that cannot be filled in yet. */
  afterFields?: boolean
  /** Whether it follows a switch. */
  belowSwitch?: boolean
}

/** While the chosen device is loading, Enter still gets an answer (use-payment.tsx). */
export function PayButton(props: PayButtonProps) {
  const { device, isLoading, isBusy, label, refused, afterFields, belowSwitch } = props
  const button = useFocusBack(isBusy)
  const said = device ? t('payments.pay', { amount: money(device.price) }) : label
  return (
    <>
      <Button
        ref={button}
        className={
          afterFields ? undefined : `${classes.pay} ${belowSwitch ? classes.belowSwitch : ''}`
        }
        type="submit"
        disabled={isBusy || !(device || isLoading)}
      >
        {isBusy ? t('payments.processing') : said}
      </Button>
      {device && refused && (
        <Stack gap={4}>
          <Text size="sm" c="var(--mantine-color-error)">
            {refused}
          </Text>
          <Anchor component={Link} to={paths.room(device.id)} size="sm">
            {t('rooms.others')}
          </Anchor>
        </Stack>
      )}
    </>
  )
}
