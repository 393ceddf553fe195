import type { BulkChange } from '@coinless/contract/bulk-changes.ts'
import type { Changeable } from './changeable.ts'
import { manyCodes } from './codes.ts'
import { manyDevices } from './devices.ts'

/** Each kind receives only rows that it has found. */
export const kinds = { devices: manyDevices, prepaid_codes: manyCodes } as unknown as Record<
  BulkChange['things'],
  Changeable
>
