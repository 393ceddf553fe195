import type { CardSettings } from '@coinless/contract/payments.ts'
import { Card, Tabs } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { t } from '../../shared/texts/texts.ts'
import { CardTab } from './CardTab.tsx'
import { PrepaidForm } from './PrepaidForm.tsx'
import classes from './ProcessPayment.module.css'
import type { PaymentProps } from './use-payment.tsx'

interface PaymentTabsProps {
  payment: PaymentProps
  settings: UseQueryResult<CardSettings>
  tab: string
  isCardOpened: boolean
  onChange: (tab: string | null) => void
}

/** Payment by code or by card. */
export function PaymentTabs({ payment, settings, tab, isCardOpened, onChange }: PaymentTabsProps) {
  return (
    <Card withBorder padding="sm" className={classes.ways}>
      <Tabs
        value={tab}
        // Effects stay active: typed data and requests in the other tab still prompt before leaving.
        keepMountedMode="display-none"
        onChange={onChange}
      >
        <Tabs.List grow mb="xs">
          <Tabs.Tab value="prepaid">{t('payments.prepaidTab')}</Tabs.Tab>
          <Tabs.Tab value="card">{t('payments.cardTab')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="prepaid">
          <PrepaidForm
            {...payment}
            payByCard={settings.data?.processor === 'off' ? undefined : () => onChange('card')}
          />
        </Tabs.Panel>
        <Tabs.Panel value="card">
          {isCardOpened && <CardTab {...payment} settings={settings} />}
        </Tabs.Panel>
      </Tabs>
    </Card>
  )
}
