import type { Device } from '@coinless/contract/devices.ts'
import type { CardPayment } from '@coinless/contract/payments.ts'
import { Card, Group, Tabs } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { WaitingCodes } from '../account/WaitingCodes.tsx'
import { awaited } from '../loading/own-code.ts'
import { ReportLink } from '../navigation/ReportLink.tsx'
import { t } from '../texts/texts.ts'
import { focusMain } from '../ui/focus-main.ts'
import { Loading } from '../ui/Loading.tsx'
import { Page } from '../ui/Page.tsx'
import { CardTab, useCardSettings } from './CardTab.tsx'
import { ChosenDevice, type Picking } from './ChosenDevice.tsx'
import { LastPayment } from './LastPayment.tsx'
import { PendingCardPayment } from './PendingCardPayment.tsx'
import { PrepaidForm } from './PrepaidForm.tsx'
import classes from './ProcessPayment.module.css'
import { usePayableDevice } from './use-payable-device.ts'

const CycleCard = lazy(() => awaited(() => import('./CycleCard.tsx')))

export default function ProcessPayment() {
  const [address, setAddress] = useSearchParams()
  const payable = usePayableDevice()
  const { device, isLoading, choose } = payable
  const cardSettings = useCardSettings(device?.id)
  /** Payers with a code do not load the card processor's script. */
  const [isCardOpened, setCardOpened] = useState(false)
  const [tab, setTab] = useState('prepaid')
  const cardPaymentId = address.get('card')
  const cycleId = address.get('cycle')
  // Uses the address, because a device chosen since may not be drawn yet.
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

  const [picking, setPicking] = useState<Picking>()
  const leaveFor = (next: Record<string, string>) => {
    setAddress(next)
    setPicking(undefined)
    focusMain()
  }
  const openCard = () => {
    setCardOpened(true)
    setTab('card')
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
      <ChosenDevice payable={payable} picking={picking} setPicking={setPicking} />
      <Card withBorder padding="sm" className={classes.ways}>
        <Tabs
          value={tab}
          // Effects stay active: typed data and requests in the other tab still prompt before leaving.
          keepMountedMode="display-none"
          onChange={(next) => (next === 'card' ? openCard() : setTab('prepaid'))}
        >
          <Tabs.List grow mb="sm">
            <Tabs.Tab value="prepaid">{t('payments.prepaidTab')}</Tabs.Tab>
            <Tabs.Tab value="card">{t('payments.cardTab')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="prepaid">
            <PrepaidForm
              {...payment}
              payByCard={cardSettings.data?.processor === 'off' ? undefined : openCard}
            />
          </Tabs.Panel>
          <Tabs.Panel value="card">
            {isCardOpened && <CardTab {...payment} settings={cardSettings} />}
          </Tabs.Panel>
        </Tabs>
      </Card>
      {device && (
        <Group justify="center">
          <ReportLink deviceId={device.id} />
        </Group>
      )}
    </Page>
  )
}
