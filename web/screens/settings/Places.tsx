import type { Place } from '@coinless/contract/places.ts'
import { Button, Card, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useList } from '../../shared/queries/use-list.ts'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { type Column, DataList } from '../../shared/ui/DataList.tsx'
import { number } from '../../shared/ui/formats.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { SearchField } from '../../shared/ui/SearchField.tsx'
import { zoneName } from '../../shared/ui/time-zone.ts'
import { useListAddress } from '../../shared/ui/use-list-address.ts'
import { ownZoneLabel, ZoneDialog, type ZoneOwner } from './ZoneDialog.tsx'

/** Locations of a landlord's devices, with their time zones. */
export default function Places() {
  const address = useListAddress()
  const [changed, setChanged] = useState<ZoneOwner>()
  const { answer, ...list } = useList(calls.places.list, {
    key: ['places'],
    address,
    failed: t('places.loadFailed'),
  })
  const own = answer?.time_zone ?? null
  const hasPages = (list.pagination?.totalPages ?? 1) > 1
  return (
    <Page
      back={<BackLink to={paths.settings}>{t('settings.back')}</BackLink>}
      title={t('places.title')}
    >
      <Text>{t('places.hint')}</Text>
      {answer && <OwnZone own={own} change={() => setChanged({ location: null, own })} />}
      {(hasPages || address.search) && <SearchField label={t('places.search')} address={address} />}
      <DataList
        noun="places"
        columns={columnsOf(own, setChanged)}
        {...list}
        empty={{
          title: t('places.none'),
          hint: address.search ? t('list.tryFilters') : t('places.noneHint'),
        }}
      />
      <ZoneDialog changed={changed} close={() => setChanged(undefined)} />
    </Page>
  )
}

function OwnZone({ own, change }: { own: string | null; change: () => void }) {
  return (
    <Card withBorder component="section" aria-label={t('places.own')}>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text fw={600}>{t('places.own')}</Text>
          <Text>{own === null ? t('places.notChosen') : zoneName(own)}</Text>
          <Text size="sm" c="dimmed">
            {t('places.ownHint')}
          </Text>
        </div>
        <Button
          size="xs"
          variant="default"
          flex="none"
          aria-label={t('places.changeOwn')}
          onClick={change}
        >
          {t('places.change')}
        </Button>
      </Group>
    </Card>
  )
}

const columnsOf = (own: string | null, change: (changed: ZoneOwner) => void): Column<Place>[] => [
  {
    header: t('field.location'),
    cell: ({ location }) => (
      <Text span size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {location}
      </Text>
    ),
    brief: 'title',
  },
  {
    header: t('menu.devices'),
    cell: ({ device_count }) => number(device_count),
    isNumber: true,
  },
  {
    header: t('field.time_zone'),
    cell: ({ time_zone }) => (time_zone === null ? ownZoneLabel(own) : zoneName(time_zone)),
    brief: 'line',
  },
  {
    header: t('list.actions'),
    cell: ({ location, time_zone }) => (
      <Button
        size="xs"
        variant="default"
        aria-label={t('places.changeOne', { place: location })}
        onClick={() => change({ location, time_zone, own })}
      >
        {t('places.change')}
      </Button>
    ),
    line: 'whole',
  },
]
