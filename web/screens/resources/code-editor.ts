import { json } from '@codemirror/lang-json'
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint'
import type { Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { readDocument, sentenceOfDocument } from '@coinless/contract/json-document.ts'
import { basicSetup } from 'codemirror'
import { currentLanguage } from '../../shared/texts/texts.ts'
import { jsonColors } from './json-colors.ts'

/**
 * JSON editor with line numbers, colors and error marks. Takes over the text and selection of the plain field. Tab
 * moves on to the buttons, as everywhere else.
 */
export function openEditor(
  { value, selectionStart, selectionEnd }: HTMLTextAreaElement,
  attributes: Record<string, string>,
  onChange: (text: string) => void,
): EditorView {
  return new EditorView({
    doc: value,
    selection: { anchor: selectionStart, head: selectionEnd },
    extensions: [
      basicSetup,
      json(),
      jsonColors,
      linter(({ state }) => marks(state.doc)),
      lintGutter(),
      EditorView.lineWrapping,
      EditorView.theme({ '&': { minHeight: '16rem', maxHeight: '60vh' } }),
      EditorView.contentAttributes.of(attributes),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) onChange(state.doc.toString())
      }),
    ],
  })
}

function marks(text: Text): Diagnostic[] {
  const read = readDocument(text.toString())
  if ('document' in read) return []
  const { place } = read.problem
  const from = place ? text.line(place.line).from + place.column - 1 : 0
  return [
    {
      from,
      to: text.line(place?.line ?? text.lines).to,
      severity: 'error',
      message: sentenceOfDocument(read.problem, currentLanguage()),
    },
  ]
}
