import { devices } from '@coinless/contract/devices.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { generateCode } from '../../server/platform/secrets/code-text.ts'
import { noLandlordByStaff } from './device-calls.ts'
import { deviceBody } from './make.ts'
import type { Row } from './row.ts'

/** Every call about files of rows: see calls.ts. */
export const fileRows: Row[] = [
  {
    endpoint: devices.previewImport,
    send: () => ({ body: { rows: [deviceBody] } }),
    answers: { others: 200 },
  },
  {
    endpoint: devices.import,
    send: () => ({ body: { rows: [{ ...deviceBody, device_number: 'NEW-1' }] } }),
    answers: { ...noLandlordByStaff, others: 200 },
  },
  {
    endpoint: prepaidCodes.previewImport,
    send: () => ({ body: { rows: [{ code: generateCode(), balance: 1 }] } }),
    answers: { others: 200 },
  },
  {
    endpoint: prepaidCodes.import,
    send: () => ({ body: { rows: [{ code: generateCode(), balance: 1 }] } }),
    answers: { others: 200 },
  },
]
