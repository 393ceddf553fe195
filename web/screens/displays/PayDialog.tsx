import { Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../shared/forms/Dialog.tsx'
import { t } from '../../shared/texts/texts.ts'
import { number } from '../../shared/ui/formats.ts'
import { type Paid, PaidMachine } from './PaidMachine.tsx'
import { PayForm } from './PayForm.tsx'
import type { ShownMachine } from './use-displayed-room.ts'
import { useIdle } from './use-idle.ts'

/** After this time without a touch, the next person is there. */
const idleSeconds = 30
const shownSeconds = 10

export interface PayDialogProps {
  secret: string
  /** undefined: closed. */
  machine: ShownMachine | undefined
  close: () => void
}

/** Payment with a code at a display. It keeps nothing: what was typed is gone when it closes. */
export default function PayDialog({ secret, machine, close }: PayDialogProps) {
  const [isPaying, setPaying] = useState(false)
  const end = () => {
    if (!isPaying) close()
  }
  return (
    <Dialog
      title={machine && t('display.payAt', { machine: machine.device_number })}
      isOpen={machine !== undefined}
      close={end}
      isAtTop
    >
      {machine && (
        <Payment key={machine.device_id} {...{ secret, machine, close, isPaying, setPaying }} />
      )}
    </Dialog>
  )
}

interface PaymentProps extends PayDialogProps {
  machine: ShownMachine
  isPaying: boolean
  setPaying: (isPaying: boolean) => void
}

function Payment({ secret, machine, close, isPaying, setPaying }: PaymentProps) {
  const [paid, setPaid] = useState<Paid>()
  const { left, restart } = useIdle(idleSeconds, isPaying, close)
  return (
    <>
      <div role="status">{paid && <PaidMachine paid={paid} secret={secret} close={close} />}</div>
      {!paid && <PayForm {...{ secret, machine, setPaying }} touched={restart} done={setPaid} />}
      {left <= shownSeconds && (
        <Text size="sm" c="dimmed" ta="center" mt="sm">
          {t('display.closesIn', { seconds: number(left) })}
        </Text>
      )}
    </>
  )
}
