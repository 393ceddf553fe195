import { Alert, Button } from '@mantine/core'
import { type MouseEvent, useEffect, useRef } from 'react'
import { fieldName, t } from '../texts/texts.ts'
import tables from '../ui/table.module.css'

export interface NoticedForm {
  isRestored: boolean
  isOutdated: boolean
  values: Record<string, unknown>
  /** What is saved. */
  base: Record<string, unknown>
  startAfresh: () => void
}

interface FormNoticeProps {
  form: NoticedForm
  /** Of the fields that no call takes. */
  labels?: Record<string, string>
  /** What stands in a field, as it is read on the screen, where that is not its value itself. */
  shown?: Partial<Record<string, (value: never) => string>>
}

function inWords(value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'links.yes' : 'links.no')
  return String(value ?? '')
}

/** Above a form: that it holds what was typed before, or that somebody has saved something else. */
export function FormNotice({ form, labels = {}, shown = {} }: FormNoticeProps) {
  const { isRestored, isOutdated, values, base, startAfresh } = form
  const notice = useRef<HTMLDivElement>(null)
  // Whoever has just pressed the button below a long form does not see what stands above it.
  useEffect(() => {
    if (isOutdated && base) notice.current?.scrollIntoView({ block: 'center' })
  }, [isOutdated, base])
  /** The button goes with the notice, and with it would go the focus. */
  function begin({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    startAfresh()
    currentTarget.form
      ?.querySelector<HTMLElement>('input, select, textarea, [contenteditable]')
      ?.focus()
  }
  const wordsOf = (field: string, value: unknown) => (shown[field] ?? inWords)(value as never)
  const differing = Object.keys(base).filter((field) => values[field] !== base[field])
  if (isOutdated && differing.length > 0) {
    return (
      <Alert ref={notice} color="yellow" mb="md" role="alert" title={t('leaving.outdated')}>
        <table className={tables.table}>
          <thead>
            <tr>
              <th>{t('leaving.field')}</th>
              <th>{t('leaving.yours')}</th>
              <th>{t('leaving.saved')}</th>
            </tr>
          </thead>
          <tbody>
            {differing.map((field) => (
              <tr key={field}>
                <td>{labels[field] ?? fieldName(field)}</td>
                <td style={{ whiteSpace: 'pre-wrap' }}>{wordsOf(field, values[field])}</td>
                <td style={{ whiteSpace: 'pre-wrap' }}>{wordsOf(field, base[field])}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Button size="xs" mt="sm" variant="default" onClick={begin}>
          {t('leaving.takeSaved')}
        </Button>
      </Alert>
    )
  }
  if (!isRestored) return null
  return (
    <Alert color="blue" mb="md" role="status" title={t('leaving.restored')}>
      <Button size="xs" variant="default" onClick={begin}>
        {t('leaving.discard')}
      </Button>
    </Alert>
  )
}
