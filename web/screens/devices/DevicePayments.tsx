import { paths } from '../../shared/navigation/paths.ts'
import { TransactionRows } from '../../shared/transactions/TransactionRows.tsx'
import { DevicePage } from './DevicePage.tsx'

/** All payments at a device. */
export default function DevicePayments() {
  return (
    <DevicePage tab={paths.devicePayments}>
      {({ id }) => <TransactionRows deviceId={id} />}
    </DevicePage>
  )
}
