import { Button, Group, Text } from '@mantine/core'
import { Pencil, Trash2 } from 'lucide-react'
import { paths } from '../shared/navigation/paths.ts'
import { BackLink } from '../shared/ui/BackLink.tsx'
import { type Bar, BarChart } from '../shared/ui/BarChart.tsx'
import { confirmDeletion } from '../shared/ui/confirm.tsx'
import { confirmRepeat } from '../shared/ui/confirm-repeat.tsx'
import { EventDetails } from '../shared/ui/event-cells.tsx'
import { FieldList } from '../shared/ui/FieldList.tsx'
import { IconButton, IconLink } from '../shared/ui/icon-actions.tsx'
import { LabelAndNumber } from '../shared/ui/LabelAndNumber.tsx'
import { LinkedRows } from '../shared/ui/LinkedRows.tsx'
import { LinkTabs } from '../shared/ui/LinkTabs.tsx'
import { LoadFailure } from '../shared/ui/LoadFailure.tsx'
import { Loading } from '../shared/ui/Loading.tsx'
import { Logo } from '../shared/ui/Logo.tsx'
import { MenuButton } from '../shared/ui/MenuButton.tsx'
import { MoreMenu } from '../shared/ui/MoreMenu.tsx'
import { OpenedMenu } from '../shared/ui/OpenedMenu.tsx'
import { Page } from '../shared/ui/Page.tsx'
import { Presence } from '../shared/ui/Presence.tsx'
import { RoleBadges } from '../shared/ui/RoleBadges.tsx'
import { StatusBadge } from '../shared/ui/StatusBadge.tsx'
import { showError, showSuccess } from '../shared/ui/toasts.ts'
import { longText, longWord, nothing } from './sample-texts.ts'

const moment = '2026-01-05T15:07:00.000Z'
const statuses = ['active', 'pending', 'inactive', 'disabled', 'failed', 'expired'] as const

const bars = [12.5, 40, 0, -5, 27.25].map(
  (amount, n): Bar => ({
    key: `${n}`,
    name: `Jan ${n + 1}`,
    amount,
    compared: 20,
    isNamed: n % 2 === 0,
  }),
)

export const pieceSamples = {
  Page: {
    'a short title': <Page title="Devices">{longText}</Page>,
    'below a list': (
      <Page title="Washer 3" back={<BackLink to={paths.devices}>Back to Devices</BackLink>}>
        {longText}
      </Page>
    ),
    'a long title with buttons': (
      <Page title={longWord} actions={<Button>Add Device</Button>} narrow>
        {longText}
      </Page>
    ),
  },
  BackLink: { 'as it is': <BackLink to={paths.devices}>Back to Devices</BackLink> },
  FieldList: {
    'short and long': (
      <FieldList
        fields={[
          ['Label', 'Washer 3'],
          ['Location', longText],
          ['Code', longWord],
          ['Nothing', ''],
        ]}
      />
    ),
  },
  BarChart: {
    'with what it is compared with': (
      <BarChart label="Revenue" bars={bars} legend={['Nov 1–26', 'Oct 1–26']} />
    ),
    empty: (
      <BarChart label="Revenue" bars={bars.map((bar) => ({ ...bar, amount: 0, compared: 0 }))} />
    ),
  },
  StatusBadge: {
    'every colour': (
      <Group>
        {statuses.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
      </Group>
    ),
  },
  Presence: {
    connected: <Presence presence={{ connected_since: moment, heard_at: moment }} />,
    'no answer': <Presence presence={{ connected_since: null, heard_at: moment }} />,
    'never connected': <Presence presence={{ connected_since: null, heard_at: null }} />,
  },
  EventDetails: {
    several: <EventDetails details={{ roles: longWord, expires_at: `– → ${moment}` }} />,
    'types of machines': <EventDetails details={{ queue_types: '– → washer, dryer' }} />,
  },
  RoleBadges: {
    none: <RoleBadges roles={[]} />,
    several: <RoleBadges roles={['admin', 'auditor', longWord]} />,
  },
  IconLink: { 'as it is': <IconLink to={paths.devices} label="Edit" Icon={Pencil} /> },
  IconButton: {
    'as it is': <IconButton label="Edit" Icon={Pencil} onClick={nothing} />,
    red: <IconButton label="Delete" Icon={Trash2} onClick={nothing} color="red" />,
  },
  Logo: { 'beside a title': <Logo /> },
  MenuButton: {
    closed: (
      <MenuButton
        button={<Button variant="default">Export</Button>}
        load={async () => ({ default: ExportMenu })}
        loadNow={(load) => load()}
        props={{}}
      />
    ),
    'without its code': (
      <MenuButton
        button={<Button variant="default">Export</Button>}
        load={async (): Promise<{ default: typeof ExportMenu }> => {
          throw new Error()
        }}
        loadNow={(load) => load()}
        props={{}}
      />
    ),
  },
  MoreMenu: {
    closed: (
      <MoreMenu
        load={async () => ({ default: ExportMenu })}
        loadNow={(load) => load()}
        props={{}}
      />
    ),
    busy: (
      <MoreMenu
        load={async () => ({ default: ExportMenu })}
        loadNow={(load) => load()}
        props={{}}
        isBusy
      />
    ),
  },
  OpenedMenu: {
    'opens when it is pressed': (
      <Text size="sm">
        It is what MenuButton shows: it opens as it appears, and takes the focus.
      </Text>
    ),
  },
  LinkTabs: {
    'as it is': (
      <LinkTabs
        label="Parts"
        current={`${paths.devices}/Payments`}
        tabs={['Overview', 'Payments', 'Reports', 'Prices', 'Controller', longWord].map((name) => ({
          to: `${paths.devices}/${name}`,
          name,
        }))}
      />
    ),
  },
  LabelAndNumber: {
    'label and number': <LabelAndNumber text={`${longText} · W-1`} />,
    'label alone': <LabelAndNumber text="Washer" />,
  },
  LinkedRows: {
    'no rows': <LinkedRows title="Open reports" none="No open reports" rows={[]} />,
    several: (
      <LinkedRows
        title="Last payments"
        hint={longText}
        rows={[
          { to: paths.transactions, name: 'Jan 5, 2026', value: '$2.50', more: '$1.00 refunded' },
          { to: undefined, name: longWord, where: longText, value: '$2.50' },
        ]}
        all={<Text size="sm">All payments</Text>}
      />
    ),
  },
  Loading: { 'three rows': <Loading rows={3} /> },
  LoadFailure: {
    short: <LoadFailure message="Failed to load devices" retry={nothing} />,
    long: <LoadFailure message={longText} retry={nothing} />,
  },
  Toasts: {
    'by these buttons': (
      <Group>
        <Button variant="default" onClick={() => showSuccess('Device created successfully')}>
          Success
        </Button>
        <Button variant="default" onClick={() => showSuccess('Payment successful!', longText)}>
          Success with more
        </Button>
        <Button variant="default" onClick={() => showError(longText)}>
          Error
        </Button>
      </Group>
    ),
  },
  confirmDeletion: {
    'by this button': (
      <Button
        variant="default"
        onClick={() =>
          confirmDeletion({ title: 'Delete Device', text: longText, onConfirm: nothing })
        }
      >
        Ask
      </Button>
    ),
  },
  confirmRepeat: {
    'by this button': (
      <Button
        variant="default"
        onClick={() =>
          void confirmRepeat({
            title: 'Your last attempt succeeded',
            text: longText,
            link: { to: paths.transactions, label: 'View transaction' },
          })
        }
      >
        Ask
      </Button>
    ),
  },
}

function ExportMenu({ target }: { target: Parameters<typeof OpenedMenu>[0]['target'] }) {
  return <OpenedMenu target={target}>{longText}</OpenedMenu>
}
