import { Group } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { WaitingCodes } from '../account/WaitingCodes.tsx'
import { awaited } from '../loading/own-code.ts'
import { ReportLink } from '../navigation/ReportLink.tsx'
import { t } from '../texts/texts.ts'
import { focusMain } from '../ui/focus-main.ts'
import { Loading } from '../ui/Loading.tsx'
import { Page } from '../ui/Page.tsx'
import { ChosenDevice, type Picking } from './ChosenDevice.tsx'
import { LastPayment } from './LastPayment.tsx'
import { PaymentTabs, usePaymentTabs } from './PaymentTabs.tsx'
import { PendingCardPayment } from './PendingCardPayment.tsx'
import { usePayableDevice } from './use-payable-device.ts'
import { useShownPayment } from './use-shown-payment.ts'

const CycleCard = lazy(() => awaited(() => import('./CycleCard.tsx')))

export default function ProcessPayment() {
  const payable = usePayableDevice()
  const { device, isLoading } = payable
  const shown = useShownPayment(payable.choose)
  const { cardPaymentId, cycleId, isPaidHere, showCycle, onPaid, onPending } = shown
  const tabs = usePaymentTabs(device?.id)
  const [picking, setPicking] = useState<Picking>()
  const leaveFor = (next: Record<string, string>) => {
    shown.setAddress(next)
    setPicking(undefined)
    focusMain()
  }

  if (cardPaymentId) {
    return (
      <Page title={t('payments.title')} narrow>
        <PendingCardPayment id={cardPaymentId} begun={showCycle} close={() => leaveFor({})} />
      </Page>
    )
  }

  return (
    <Page title={t('payments.title')} narrow>
      {cycleId && (
        <Suspense fallback={<Loading rows={4} />}>
          <CycleCard
            key={cycleId}
            id={cycleId}
            isNew={isPaidHere}
            payAgain={(id) => leaveFor({ device: id })}
            close={() => leaveFor(device ? { device: device.id } : {})}
          />
        </Suspense>
      )}
      <LastPayment />
      <WaitingCodes />
      <ChosenDevice payable={payable} picking={picking} setPicking={setPicking} />
      <PaymentTabs tabs={tabs} payment={{ device, isLoading, onPaid, onPending }} />
      {device && (
        <Group justify="center">
          <ReportLink deviceId={device.id} />
        </Group>
      )}
    </Page>
  )
}
