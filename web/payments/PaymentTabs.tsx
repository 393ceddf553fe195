import { Card, Tabs } from '@mantine/core'
import { useState } from 'react'
import { t } from '../texts/texts.ts'
import { CardTab, useCardSettings } from './CardTab.tsx'
import { PrepaidForm } from './PrepaidForm.tsx'
import classes from './ProcessPayment.module.css'
import type { PaymentProps } from './use-payment.tsx'

/** State of the tabs, which survives while a pending card payment is shown instead. */
export function usePaymentTabs(deviceId: string | undefined) {
  const cardSettings = useCardSettings(deviceId)
  /** Payers with a code do not load the card processor's script. */
  const [isCardOpened, setCardOpened] = useState(false)
  const [tab, setTab] = useState('prepaid')
  const openCard = () => {
    setCardOpened(true)
    setTab('card')
  }
  return { cardSettings, isCardOpened, tab, openCard, openPrepaid: () => setTab('prepaid') }
}

interface PaymentTabsProps {
  tabs: ReturnType<typeof usePaymentTabs>
  payment: PaymentProps
}

/** Payment by code or by card. */
export function PaymentTabs({ tabs, payment }: PaymentTabsProps) {
  const { cardSettings, isCardOpened, tab, openCard, openPrepaid } = tabs
  return (
    <Card withBorder padding="sm" className={classes.ways}>
      <Tabs
        value={tab}
        // Effects stay active: typed data and requests in the other tab still prompt before leaving.
        keepMountedMode="display-none"
        onChange={(next) => (next === 'card' ? openCard() : openPrepaid())}
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
  )
}
