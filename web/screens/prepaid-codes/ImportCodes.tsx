import { ImportedCode } from '@coinless/contract/new-codes.ts'
import { codeKey } from '@coinless/contract/typed-secrets.ts'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { ImportPage } from '../../shared/imports/ImportPage.tsx'
import type { Importable } from '../../shared/imports/importable.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { codeFields } from './import-fields.ts'

const codes: Importable = {
  noun: 'codes',
  fields: codeFields,
  schema: ImportedCode,
  key: 'code',
  // Compared as on the server.
  keyOf: codeKey,
  preview: (rows, signal) =>
    call(calls.prepaidCodes.previewImport, { body: { rows: rows as never }, signal }),
  send: (rows, idempotencyKey) =>
    call(calls.prepaidCodes.import, { body: { rows: rows as never }, idempotencyKey }),
  queryKey: ['prepaid-codes'],
  isSecret: true,
  list: paths.prepaidCodes,
}

export default function ImportCodes() {
  return <ImportPage importable={codes} />
}
