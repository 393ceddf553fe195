import type { Device } from '@coinless/contract/devices.ts'
import type { CardPayment } from '@coinless/contract/payments.ts'
import { Alert, Card, Skeleton, Tabs } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { WaitingCodes } from '../account/WaitingCodes.tsx'
import { Activity } from '../live/Activity.tsx'
import { useDeviceStates } from '../live/live-queries.ts'
import { awaited } from '../loading/own-code.ts'
import { t } from '../texts/texts.ts'
import { FieldList } from '../ui/FieldList.tsx'
import { focusMain } from '../ui/focus-main.ts'
import { label, minutes, money } from '../ui/formats.ts'
import { Loading } from '../ui/Loading.tsx'
import { Page } from '../ui/Page.tsx'
import { CardTab, useCardSettings } from './CardTab.tsx'
import { DevicePicker } from './DevicePicker.tsx'
import { LastPayment } from './LastPayment.tsx'
import { PendingCardPayment } from './PendingCardPayment.tsx'
import { PrepaidForm } from './PrepaidForm.tsx'
import { usePayableDevice } from './use-payable-device.ts'

const CycleCard = lazy(() => awaited(() => import('./CycleCard.tsx')))

export default function ProcessPayment() {
  const [address, setAddress] = useSearchParams()
  const { device, isLoading, problem, choose } = usePayableDevice()
  const cardSettings = useCardSettings(device?.id)
  /** Whoever pays with a code has no use for a card processor's script. */
  const [isCardOpened, setCardOpened] = useState(false)
  const cardPaymentId = address.get('card')
  const cycleId = address.get('cycle')
  // Whoever has chosen another device since is about to pay there, even if it is not drawn yet.
  const isChosen = ({ id }: Device) =>
    new URLSearchParams(window.location.search).get('device') === id
  const [paidHere, setPaidHere] = useState<string>()
  const onPaid = (at: Device, cycle: string | undefined) => {
    if (!isChosen(at)) return
    setPaidHere(cycle)
    if (cycle) setAddress({ cycle }, { replace: true })
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
    focusMain()
  }
  const payment = { device, isLoading, onPaid, onPending }

  if (cardPaymentId) {
    return (
      <Page title={t('payments.title')} narrow>
        <PendingCardPayment
          id={cardPaymentId}
          begun={(cycle) => setAddress({ cycle }, { replace: true })}
          close={() => leaveFor({})}
        />
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
            isNew={cycleId === paidHere}
            payAgain={(id) => leaveFor({ device: id })}
            close={() => leaveFor(device ? { device: device.id } : {})}
          />
        </Suspense>
      )}
      <LastPayment />
      <WaitingCodes />
      {problem && <Alert color="yellow" icon={<CircleAlert />} title={problem} />}
      <Card withBorder>
        <DevicePicker device={device} choose={choose} />
      </Card>
      {(device || isLoading) && <Summary device={device} />}
      <Card withBorder>
        <Tabs
          defaultValue="prepaid"
          // Its effects go on: what is typed or on its way in the other tab is still asked about.
          keepMountedMode="display-none"
          onChange={(tab) => tab === 'card' && setCardOpened(true)}
        >
          <Tabs.List grow mb="md">
            <Tabs.Tab value="prepaid">{t('payments.prepaidTab')}</Tabs.Tab>
            <Tabs.Tab value="card">{t('payments.cardTab')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="prepaid">
            <PrepaidForm {...payment} />
          </Tabs.Panel>
          <Tabs.Panel value="card">
            {isCardOpened && <CardTab {...payment} settings={cardSettings} />}
          </Tabs.Panel>
        </Tabs>
      </Card>
    </Page>
  )
}

/** While the device is loading it holds the place of its terms, so that nothing moves under a finger. */
function Summary({ device }: { device: Device | undefined }) {
  const states = useDeviceStates(device ? [device.id] : [])
  const now = device && states[device.id]
  const fields: [string, ReactNode][] = [
    [t('payments.device'), device?.label],
    [t('heading.type'), device && label(device.device_type)],
    [t('field.duration'), device && minutes(device.duration_minutes)],
    [t('field.price'), device && money(device.price)],
    [t('heading.runBy'), device?.run_by],
    [t('heading.now'), now && <Activity key="now" shown={now} />],
  ]
  return (
    <FieldList
      fields={fields.map(([name, value]) => [
        name,
        value ?? <Skeleton display="inline-block" width="8em" height="1em" />,
      ])}
    />
  )
}
