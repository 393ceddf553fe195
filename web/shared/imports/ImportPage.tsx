import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { ProofNeeded } from '../account/ProofNeeded.tsx'
import { useProofNeeded } from '../account/use-proof-needed.ts'
import { messageOf } from '../calls/client.ts'
import { FormNotice } from '../forms/FormNotice.tsx'
import { useKeptValues } from '../forms/use-kept-values.ts'
import { fieldName, t } from '../texts/texts.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { number } from '../ui/formats.ts'
import { Loading } from '../ui/Loading.tsx'
import { Page } from '../ui/Page.tsx'
import { useWayBack } from '../ui/way-back.ts'
import { ColumnStep } from './ColumnStep.tsx'
import { FileStep } from './FileStep.tsx'
import { type Importable, isNameIn, matched } from './importable.ts'
import { Preview } from './Preview.tsx'
import { Report } from './Report.tsx'
import { tableOf } from './table.ts'
import { useExistingRows } from './use-existing-rows.ts'
import { useChecked, useTable } from './use-file.ts'
import { useSending } from './use-sending.ts'

type Values = Record<string, string>

/** Import of a file: contents, column mapping, check and results. */
export function ImportPage({ importable }: { importable: Importable }) {
  const draft = useImportDraft(importable)
  const { form, checked } = draft
  const [stopped, setStopped] = useState<string>()
  // The report shows the reason.
  const proof = useProofNeeded(() => {})
  const sending = useSending(importable, {
    // Sent input is no longer a draft.
    done: () => form.startAfresh(blank(importable)),
    failed: (error) => {
      setStopped(messageOf(error, t('import.failed')))
      proof.failed(error)
    },
  })

  function send() {
    setStopped(undefined)
    if (checked) sending.mutate(checked)
  }

  function startAfresh() {
    sending.reset()
    form.startAfresh(blank(importable))
  }

  return (
    <Page
      back={
        <BackLink to={importable.list}>
          {t(importable.noun === 'devices' ? 'devices.back' : 'prepaidCodes.back')}
        </BackLink>
      }
      title={t(`import.title_${importable.noun}`)}
    >
      {proof.why && <ProofNeeded why={proof.why} />}
      {sending.progress ? (
        <Report
          importable={importable}
          progress={sending.progress}
          isSending={sending.isPending}
          stopped={stopped}
          goOn={send}
          another={startAfresh}
        />
      ) : (
        <ImportSteps importable={importable} draft={draft} send={send} />
      )}
    </Page>
  )
}

/** The file, its columns and its check, which survive a reload. */
function useImportDraft(importable: Importable) {
  const { noun, fields, isSecret } = importable
  const form = useKeptValues<Values>({
    name: `import ${noun}`,
    initial: blank(importable),
    ...(isSecret && { secrets: ['text', 'fileName'] }),
  })
  const { text = '', fileName = '', ...columns } = form.values
  const { table, problem } = useTable(text, importable)
  const checked = useChecked(table, columns, importable)
  const known = useExistingRows(checked, importable)

  async function take(taken: string, name: string) {
    form.setValues({ text: taken, fileName: name })
    const read = await tableOf(taken, isNameIn(fields)).catch(() => undefined)
    if (read) form.setValues(matched(fields, read.headers, columns))
  }

  return { form, text, fileName, columns, table, problem, checked, known, take }
}

interface ImportStepsProps {
  importable: Importable
  draft: ReturnType<typeof useImportDraft>
  send: () => void
}

function ImportSteps({ importable, draft, send }: ImportStepsProps) {
  const { noun, fields } = importable
  const { form, text, fileName, columns, table, problem, checked, known, take } = draft
  const wayBack = useWayBack()
  const count = checked?.fitting.length ?? 0
  return (
    <Stack>
      <FormNotice form={form} labels={labels()} />
      <FileStep fileName={fileName} text={text} problem={problem} take={take} />
      {text !== '' && !table && !problem && <Loading rows={4} />}
      {table && (
        <ColumnStep
          fields={fields}
          headers={table.headers}
          above={table.above}
          columns={columns}
          choose={form.setFieldValue}
        />
      )}
      {table && checked && (
        <Preview table={table} columns={columns} fields={fields} checked={checked} known={known} />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => wayBack(importable.list)}>
          {t('action.cancel')}
        </Button>
        <Button disabled={count === 0} onClick={send}>
          {count === 0
            ? t('import.send')
            : t(`import.send_${noun}`, { count, rows: number(count) })}
        </Button>
      </Group>
    </Stack>
  )
}

function blank({ fields }: Importable): Values {
  return { fileName: '', text: '', ...Object.fromEntries(fields.map(({ name }) => [name, ''])) }
}

function labels() {
  return { fileName: t('import.file'), text: fieldName('text') }
}
