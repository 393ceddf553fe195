import { json } from '@codemirror/lang-json'
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint'
import type { Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { readDocument } from '@coinless/contract/json-document.ts'
import CodeMirror from '@uiw/react-codemirror'
import { useMemo } from 'react'
import { currentLanguage, t } from '../texts/texts.ts'
import classes from './JsonEditor.module.css'
import { jsonColors } from './json-colors.ts'

export interface CodeEditorProps {
  value: string
  onChange: (text: string) => void
  /** Where the text area was that it takes the place of. */
  selection: { anchor: number; head: number }
  autoFocus: boolean
}

/** A text area for JSON, with line numbers, colours and a mark where something is wrong. */
export default function CodeEditor({ value, onChange, selection, autoFocus }: CodeEditorProps) {
  // Others would set the editor up anew with each key that is typed.
  const extensions = useMemo(jsonExtensions, [])
  return (
    <CodeMirror
      value={value}
      onChange={onChange}
      className={classes.editor}
      // No theme of its own: see json-colors.ts.
      theme="none"
      minHeight="16rem"
      maxHeight="60vh"
      selection={selection}
      autoFocus={autoFocus}
      // Tab leads on to the buttons, as everywhere else on the page.
      indentWithTab={false}
      extensions={extensions}
    />
  )
}

function jsonExtensions() {
  return [
    json(),
    jsonColors,
    linter(({ state }) => marks(state.doc)),
    lintGutter(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': t('resources.json') }),
  ]
}

function marks(text: Text): Diagnostic[] {
  const read = readDocument(text.toString())
  if ('document' in read) return []
  const { sentence, place } = read.problem
  const from = place ? text.line(place.line).from + place.column - 1 : 0
  return [
    {
      from,
      to: text.line(place?.line ?? text.lines).to,
      severity: 'error',
      message: sentence[currentLanguage()],
    },
  ]
}
