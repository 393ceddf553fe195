import type { Device } from '@coinless/contract/devices.ts'
import { call } from '../api.ts'
import { calls } from '../calls.ts'
import { t } from '../texts/texts.ts'
import { useDeletion } from '../use-deletion.ts'

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
