import { type Device, devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { Card, Select, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call, messageOf } from '../api.ts'
import { FieldList } from '../ui/FieldList.tsx'
import { label, minutes, money } from '../ui/formats.ts'
import { Page } from '../ui/Page.tsx'
import { CardForm } from './CardForm.tsx'
import { PrepaidForm } from './PrepaidForm.tsx'

export default function ProcessPayment() {
  const [address] = useSearchParams()
  const [deviceId, setDeviceId] = useState(address.get('device'))
  const { data, error, isPending } = useQuery({
    queryKey: ['devices', 'picker'],
    queryFn: ({ signal }) =>
      call(devices.list, {
        query: { page: 1, limit: limits.listLimitMax, status: 'active' },
        signal,
      }),
  })
  const device = data?.data.find(({ id }) => id === deviceId)
  const onPaid = () => setDeviceId(null)

  return (
    <Page title={t('payments.title')} narrow>
      <Card withBorder>
        <Select
          label={t('payments.device')}
          placeholder={isPending ? t('payments.loadingDevices') : t('payments.selectDevice')}
          nothingFoundMessage={t('payments.noDevice')}
          searchable
          clearable
          data={data?.data.map((each) => ({ value: each.id, label: optionText(each) })) ?? []}
          value={device?.id ?? null}
          onChange={setDeviceId}
          error={error && messageOf(error, t('devices.loadListFailed'))}
        />
      </Card>
      {device && <Summary device={device} />}
      <Card withBorder>
        <Tabs defaultValue="prepaid">
          <Tabs.List grow mb="md">
            <Tabs.Tab value="prepaid">{t('payments.prepaidTab')}</Tabs.Tab>
            <Tabs.Tab value="card">{t('payments.cardTab')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="prepaid">
            <PrepaidForm device={device} onPaid={onPaid} />
          </Tabs.Panel>
          <Tabs.Panel value="card">
            <CardForm device={device} onPaid={onPaid} />
          </Tabs.Panel>
        </Tabs>
      </Card>
    </Page>
  )
}

function optionText(device: Device): string {
  return `${device.label} · ${device.device_number} · ${device.location}`
}

function Summary({ device }: { device: Device }) {
  return (
    <FieldList
      fields={[
        [t('payments.device'), device.label],
        [t('field.type'), label(device.device_type)],
        [t('field.duration'), minutes(device.duration_minutes)],
        [t('field.price'), money(device.price)],
      ]}
    />
  )
}
