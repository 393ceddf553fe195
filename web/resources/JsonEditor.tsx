import { Input } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { t } from '../texts/texts.ts'
import type { CodeEditorProps } from './CodeEditor.tsx'
import classes from './JsonEditor.module.css'

interface JsonEditorProps {
  value: string
  onChange: (text: string) => void
}

interface Editor extends Pick<CodeEditorProps, 'selection' | 'autoFocus'> {
  Component: ComponentType<CodeEditorProps>
}

/**
 * A plain text area until somebody goes there: the editor that then takes its place is two thirds of
 * what such a screen would load.
 */
export function JsonEditor({ value, onChange }: JsonEditorProps) {
  const [editor, setEditor] = useState<Editor>()
  if (editor) {
    const { Component, ...start } = editor
    return <Component value={value} onChange={onChange} {...start} />
  }

  async function replace(field: HTMLTextAreaElement) {
    const { default: Component } = await import('./CodeEditor.tsx')
    setEditor({
      Component,
      selection: { anchor: field.selectionStart, head: field.selectionEnd },
      autoFocus: document.activeElement === field,
    })
  }

  return (
    <Input
      component="textarea"
      multiline
      aria-label={t('resources.json')}
      classNames={{ input: classes.plain }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      // Without the editor one can still write.
      onFocus={(event) => replace(event.currentTarget).catch(() => {})}
      spellCheck={false}
    />
  )
}
