import { Alert, Button } from '@mantine/core'
import { type MouseEvent, useEffect, useRef } from 'react'
import { fieldName, t } from '../texts/texts.ts'
import tables from '../ui/table.module.css'

export interface NoticedForm {
  isRestored: boolean
  isOutdated: boolean
  values: Record<string, unknown>
  /** Saved values. */
  base: Record<string, unknown>
  startAfresh: () => void
}

interface FormNoticeProps {
  form: NoticedForm
  /** Labels of the fields that no call has. */
  labels?: Record<string, string>
  /** Text of a field's value on the screen, where it differs from the value. */
  shown?: Partial<Record<string, (value: never) => string>>
}

function inWords(value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'links.yes' : 'links.no')
  return String(value ?? '')
}

/** Notice above a form that has restored input, or that another user has saved in a different state. */
export function FormNotice({ form, labels = {}, shown = {} }: FormNoticeProps) {
  const { isRestored, isOutdated, values, base, startAfresh } = form
  const notice = useRef<HTMLDivElement>(null)
  // A user who has pressed the button below a long form does not see a notice above it.
  useEffect(() => {
    if (isOutdated && base) notice.current?.scrollIntoView({ block: 'center' })
  }, [isOutdated, base])
  /** The button disappears with the notice, so its focus moves to the first field. */
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
