import { devices } from '@coinless/contract/devices.ts'
import { useMemo } from 'react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { ImportPage } from '../../shared/imports/ImportPage.tsx'
import type { Importable } from '../../shared/imports/importable.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { importFields } from './import-fields.ts'

export default function ImportDevices() {
  const { email, user_type } = useUser()
  const importable = useMemo(
    () => importableDevices(user_type === 'landlord' ? email : undefined),
    [email, user_type],
  )
  return <ImportPage importable={importable} />
}

/** @param own address to use for a file without a landlord column */
function importableDevices(own: string | undefined): Importable {
  return {
    noun: 'devices',
    fields: importFields.map((field) =>
      own !== undefined && field.name === 'landlord_email' ? { ...field, otherwise: own } : field,
    ),
    schema: devices.create.body,
    key: 'device_number',
    keyOf: (number) =>
      number
        .normalize('NFKD')
        .replace(/[\p{M}\s]/gu, '')
        .toLowerCase(),
    preview: (rows, signal) =>
      call(calls.devices.previewImport, { body: { rows: rows as never }, signal }),
    send: (rows, idempotencyKey) =>
      call(calls.devices.import, { body: { rows: rows as never }, idempotencyKey }),
    queryKey: ['devices'],
    isSecret: false,
    list: paths.devices,
  }
}
