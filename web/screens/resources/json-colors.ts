import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The app's own colors, which have enough contrast in both themes. */
export const jsonColors = [
  EditorView.theme({
    '&': { backgroundColor: 'transparent', color: 'var(--mantine-color-text)' },
    '.cm-content': { caretColor: 'var(--mantine-color-text)' },
    '.cm-gutters': {
      backgroundColor: 'transparent',
      color: 'var(--mantine-color-dimmed)',
      borderRight: '1px solid var(--mantine-color-default-border)',
    },
    '.cm-activeLine, .cm-activeLineGutter': {
      backgroundColor: 'var(--mantine-color-default-hover)',
    },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.propertyName, color: 'var(--mantine-color-anchor)' },
      { tag: tags.string, color: 'var(--json-string)' },
      { tag: [tags.number, tags.bool, tags.null], color: 'var(--json-value)' },
    ]),
  ),
]
