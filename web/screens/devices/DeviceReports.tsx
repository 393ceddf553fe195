import { paths } from '../../shared/navigation/paths.ts'
import { CaseRows } from '../../shared/reports/CaseRows.tsx'
import { DevicePage } from './DevicePage.tsx'

/** All reports about a device. */
export default function DeviceReports() {
  return <DevicePage tab={paths.deviceReports}>{({ id }) => <CaseRows deviceId={id} />}</DevicePage>
}
