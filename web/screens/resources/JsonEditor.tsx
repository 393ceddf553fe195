import type { EditorView } from '@codemirror/view'
import { Input } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../shared/texts/texts.ts'
import classes from './JsonEditor.module.css'

interface JsonEditorProps {
  value: string
  /** The same value, without waiting for a render. */
  currentValue: () => string
  onChange: (text: string) => void
  /** Name of the field in the form. */
  path: string
}

/** A plain text area until it gets the focus, because the editor would be two thirds of the screen's code. */
export function JsonEditor({ value, currentValue, onChange, path }: JsonEditorProps) {
  const [editor, setEditor] = useState<EditorView>()
  const isComposing = useRef(false)
  const change = useRef(onChange)

  useEffect(() => {
    change.current = onChange
  })
  useEffect(() => () => editor?.destroy(), [editor])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rendered value may lag behind the typed one
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
    // Synchronous, because text typed before the render would go to the discarded field.
    flushSync(() => setEditor(opened))
    if (hasFocus) opened.focus()
  }

  // Stable, because inserting the element again would move the caret out of it.
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
      // The plain field works without the editor.
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
