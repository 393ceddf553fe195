import type { EditorView } from '@codemirror/view'
import { Input } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../texts/texts.ts'
import classes from './JsonEditor.module.css'

interface JsonEditorProps {
  value: string
  /** The same, without waiting for the screen. */
  currentValue: () => string
  onChange: (text: string) => void
  /** By which the form finds it. */
  path: string
}

/**
 * A plain text area until somebody goes there: the editor that then takes its place is two thirds of
 * what such a screen would load.
 */
export function JsonEditor({ value, currentValue, onChange, path }: JsonEditorProps) {
  const [editor, setEditor] = useState<EditorView>()
  const isComposing = useRef(false)
  const change = useRef(onChange)

  useEffect(() => {
    change.current = onChange
  })
  useEffect(() => () => editor?.destroy(), [editor])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown may run behind what is typed
  useEffect(() => {
    const text = currentValue()
    if (!editor || editor.state.doc.toString() === text) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } })
  }, [editor, value])

  async function replace(field: HTMLTextAreaElement) {
    const { openEditor } = await import('./code-editor.ts')
    if (isComposing.current) await compositionEnd(field)
    if (!field.isConnected) return
    const attributes = { 'aria-label': t('resources.json'), 'data-path': path }
    const hasFocus = document.activeElement === field
    const opened = openEditor(field, attributes, (text) => change.current(text))
    // At once: what is typed before the screen shows it would go to the field that is given up.
    flushSync(() => setEditor(opened))
    if (hasFocus) opened.focus()
  }

  // Always the same: to be put there again would take the caret out of it.
  const frame = useCallback(
    (element: HTMLDivElement | null) => element?.replaceChildren(editor?.dom ?? ''),
    [editor],
  )
  if (editor) {
    return <div className={classes.editor} ref={frame} />
  }
  return (
    <Input
      component="textarea"
      multiline
      aria-label={t('resources.json')}
      data-path={path}
      classNames={{ input: classes.plain }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onCompositionStart={() => {
        isComposing.current = true
      }}
      onCompositionEnd={() => {
        isComposing.current = false
      }}
      // Without the editor one can still write.
      onFocus={(event) => replace(event.currentTarget).catch(() => {})}
      spellCheck={false}
    />
  )
}

function compositionEnd(field: HTMLTextAreaElement): Promise<unknown> {
  return new Promise((resolve) => {
    field.addEventListener('compositionend', resolve, { once: true })
  })
}
