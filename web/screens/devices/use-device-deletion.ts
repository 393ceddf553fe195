import type { Device } from '@coinless/contract/devices.ts'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { useDeletion } from '../../shared/queries/use-deletion.ts'
import { t } from '../../shared/texts/texts.ts'

export function useDeviceDeletion({ id, device_number }: Device, onDeleted?: () => void) {
  return useDeletion({
    id,
    remove: () => call(calls.devices.delete, { params: { id } }),
    key: 'devices',
    title: t('devices.deleteTitle'),
    text: t('devices.deleteText', { number: device_number }),
    deleted: t('devices.deleted'),
    failed: t('devices.deleteFailed'),
    onDeleted,
  })
}
