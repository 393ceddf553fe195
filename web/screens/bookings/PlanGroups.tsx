import type { Device } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { Button, Card, Group, Stack, TextInput, Title } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { t } from '../../shared/texts/texts.ts'
import { Checks } from '../../shared/ui/Checks.tsx'
import { IconButton } from '../../shared/ui/icon-actions.tsx'
import { keepFocus } from '../../shared/ui/keep-focus.ts'
import { NumberField } from '../../shared/ui/NumberField.tsx'
import { type GroupInput, machineName, newGroup } from './plan-input.ts'
import { SlotWeek } from './SlotWeek.tsx'
import type { WeekEdit } from './week-edits.ts'

interface PlanGroupsProps {
  groups: GroupInput[]
  machines: readonly Device[]
  change: (groups: GroupInput[]) => void
  /** Opens a dialog about the slots of a group. */
  edit: (edit: WeekEdit) => void
  /** Props that mark a wrong field and make it focusable. */
  marked: (path: string) => { error: string | undefined; 'data-path': string }
}

/** Groups of machines that are booked together, and their slots. */
export function PlanGroups(props: PlanGroupsProps) {
  const { groups, machines, change } = props
  const canGrow = groups.length < limits.machineGroups && groups.length < machines.length
  return (
    <>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a new group has no other key, its name is being edited
        <PlanGroup key={index} {...props} group={group} index={index} />
      ))}
      {(canGrow || groups.length === 0) && (
        <Group>
          <Button
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            onClick={(event) => keepFocus(event, () => change([...groups, newGroup()]))}
          >
            {t('bookingPlan.addGroup')}
          </Button>
        </Group>
      )}
    </>
  )
}

function titleOf({ name }: GroupInput, index: number): string {
  return name.trim() || t('bookingPlan.group', { number: index + 1 })
}

function PlanGroup(props: PlanGroupsProps & { group: GroupInput; index: number }) {
  const { groups, group, index, machines, change, edit, marked } = props
  const title = titleOf(group, index)
  const set = (facts: Partial<GroupInput>) =>
    change(groups.map((each, at) => (at === index ? { ...each, ...facts } : each)))

  /** A machine is in one group. */
  const take = (device_ids: string[]) =>
    change(
      groups.map((each, at) => ({
        ...each,
        device_ids:
          at === index ? device_ids : each.device_ids.filter((id) => !device_ids.includes(id)),
      })),
    )

  return (
    <Card withBorder component="section" aria-label={title}>
      <Stack>
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          <IconButton
            label={t('bookingPlan.removeGroup', { group: title })}
            Icon={Trash2}
            color="red"
            onClick={(event) =>
              keepFocus(event, () => change(groups.filter((_, at) => at !== index)))
            }
          />
        </Group>
        <TextInput
          maw={400}
          label={t('field.name')}
          required
          maxLength={limits.groupNameMax}
          value={group.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          {...marked(`groups.${index}.name`)}
        />
        <Checks
          label={t('field.device_ids')}
          isLabelShown
          choices={machines.map((machine) => ({
            value: machine.id,
            label: choiceName(machine, groups, index),
          }))}
          chosen={group.device_ids}
          choose={take}
          {...marked(`groups.${index}.device_ids`)}
        />
        {hasDryersAndOthers(group, machines) && (
          <NumberField
            maw={400}
            label={t('field.dryer_minutes')}
            description={t('bookingPlan.dryerHint')}
            required
            min={0}
            max={limits.dryerMinutesMax}
            value={group.dryer_minutes}
            onChange={(minutes) => set({ dryer_minutes: minutes as number })}
            {...marked(`groups.${index}.dryer_minutes`)}
          />
        )}
        <SlotWeek
          title={title}
          slots={group.slots}
          edit={(part) => edit({ ...part, group: index })}
          pathOf={(slot) => marked(`groups.${index}.slots.${slot}.starts_at`)['data-path']}
        />
      </Stack>
    </Card>
  )
}

function choiceName(machine: Device, groups: GroupInput[], index: number): string {
  const at = groups.findIndex(({ device_ids }) => device_ids.includes(machine.id))
  const other = at === index ? undefined : groups[at]
  const name = machineName(machine)
  return other ? t('bookingPlan.inGroup', { name, group: titleOf(other, at) }) : name
}

function hasDryersAndOthers({ device_ids }: GroupInput, machines: readonly Device[]): boolean {
  const chosen = machines.filter(({ id }) => device_ids.includes(id))
  const dryers = chosen.filter(({ device_type }) => device_type === 'dryer')
  return dryers.length > 0 && dryers.length < chosen.length
}
