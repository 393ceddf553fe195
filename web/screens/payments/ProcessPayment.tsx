import type { Device } from '@coinless/contract/devices.ts'
import type { CardPayment } from '@coinless/contract/payments.ts'
import { Group } from '@mantine/core'
import { Activity, lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'wouter'
import { WaitingCodes } from '../../shared/account/WaitingCodes.tsx'
import { useDeviceStates } from '../../shared/live/live-queries.ts'
import { awaited } from '../../shared/loading/own-code.ts'
import { ReportLink } from '../../shared/navigation/ReportLink.tsx'
import { t } from '../../shared/texts/texts.ts'
import { focusMain } from '../../shared/ui/focus-main.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { useCardSettings } from './CardTab.tsx'
import { ChosenDevice, type Picking } from './ChosenDevice.tsx'
import { LastPayment } from './LastPayment.tsx'
import { PaymentTabs } from './PaymentTabs.tsx'
import { useBusyMachine } from './use-busy-machine.ts'
import { usePayableDevice } from './use-payable-device.ts'

const BusyMachine = lazy(() => awaited(() => import('./BusyMachine.tsx')))
const CycleCard = lazy(() => awaited(() => import('./CycleCard.tsx')))
const NextBookings = lazy(() => awaited(() => import('../../shared/bookings/NextBookings.tsx')))
const InLine = lazy(() => awaited(() => import('../../shared/queues/InLine.tsx')))
const PendingCardPayment = lazy(() => awaited(() => import('./PendingCardPayment.tsx')))

export default function ProcessPayment() {
  const [address, setAddress] = useSearchParams()
  const payable = usePayableDevice()
  const { device, isLoading, choose } = payable
  const states = useDeviceStates(device ? [device.id] : [])
  const now = device && states[device.id]
  const { busy, refused } = useBusyMachine(device, now)
  const settings = useCardSettings(device?.id)
  /** Payers with a code do not load the card processor's script. */
  const [isCardOpened, setCardOpened] = useState(false)
  const [tab, setTab] = useState('prepaid')
  const cardPaymentId = address.get('card')
  const cycleId = address.get('cycle')
  const [paidHere, setPaidHere] = useState<string>()
  const [picking, setPicking] = useState<Picking>()
  const showCycle = (cycle: string) => setAddress({ cycle }, { replace: true })
  const onPaid = (at: Device, cycle: string | undefined) => {
    if (!isChosen(at)) return
    setPaidHere(cycle)
    if (cycle) showCycle(cycle)
    else choose(null)
  }
  const onPending = ({ id, cycle_id }: CardPayment, at: Device) => {
    if (!isChosen(at)) return false
    if (cycle_id) onPaid(at, cycle_id)
    else setAddress({ card: id })
    return true
  }
  const leaveFor = (next: Record<string, string>) => {
    setAddress(next)
    setPicking(undefined)
    focusMain()
  }
  const openTab = (next: string | null) => {
    if (next === 'card') setCardOpened(true)
    setTab(next ?? tab)
  }

  return (
    <Page title={t('payments.title')} narrow>
      {cardPaymentId ? (
        <Suspense fallback={<Loading rows={2} />}>
          <PendingCardPayment id={cardPaymentId} begun={showCycle} close={() => leaveFor({})} />
        </Suspense>
      ) : (
        <>
          {cycleId && (
            <Suspense fallback={<Loading rows={4} />}>
              <CycleCard
                key={cycleId}
                id={cycleId}
                isNew={cycleId === paidHere}
                payAgain={(id) => leaveFor({ device: id })}
                close={() => leaveFor(device ? { device: device.id } : {})}
              />
            </Suspense>
          )}
          <LastPayment />
          <WaitingCodes />
          {address.size === 0 && (
            <Suspense>
              <InLine />
              <NextBookings />
            </Suspense>
          )}
          <ChosenDevice payable={payable} now={now} picking={picking} setPicking={setPicking} />
          {busy && (
            <Suspense fallback={<Loading rows={2} />}>
              <BusyMachine {...busy} />
            </Suspense>
          )}
          {/* Keeps what was typed before the machine was known to be busy. */}
          <Activity mode={busy ? 'hidden' : 'visible'}>
            <PaymentTabs
              payment={{ device, isLoading, onPaid, onPending, onHeld: refused }}
              settings={settings}
              tab={tab}
              isCardOpened={isCardOpened}
              onChange={openTab}
            />
          </Activity>
          {device && (
            <Group justify="center">
              <ReportLink deviceId={device.id} />
            </Group>
          )}
        </>
      )}
    </Page>
  )
}

/** Uses the address, because a device chosen since may not be drawn yet. */
function isChosen({ id }: Device): boolean {
  return new URLSearchParams(location.search).get('device') === id
}
