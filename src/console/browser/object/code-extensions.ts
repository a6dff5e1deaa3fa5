import { yaml } from '@codemirror/lang-yaml'
import { codeFolding, foldGutter, foldKeymap, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { search, searchKeymap } from '@codemirror/search'
import type { Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The colors are custom properties of the page: they follow its theme. */
const COLORS = EditorView.theme({
  '&': { height: '100%', fontSize: '12.5px', color: 'var(--text)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-gutters': { color: 'var(--text-faint)', backgroundColor: 'transparent', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 16px' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { backgroundColor: 'var(--accent-soft)' },
  '.cm-placeholder': { color: 'var(--text-faint)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-panels': { color: 'var(--text)', backgroundColor: 'var(--raised)', borderColor: 'var(--border)' },
  '.cm-searchMatch': { backgroundColor: 'var(--busy-soft)' },
  '.cm-foldPlaceholder': {
    color: 'var(--text-muted)',
    backgroundColor: 'var(--hover)',
    border: 'none',
    padding: '0 4px',
  },
})

const HIGHLIGHTS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-key)' },
  { tag: [tags.string, tags.content], color: 'var(--code-text)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--text-faint)' },
  { tag: [tags.punctuation, tags.separator, tags.meta], color: 'var(--text-muted)' },
])

/** What every view of YAML has. */
export const codeExtensions = (): Extension => [
  lineNumbers(),
  codeFolding(),
  foldGutter(),
  drawSelection(),
  yaml(),
  syntaxHighlighting(HIGHLIGHTS),
  search({ top: true }),
  keymap.of([...foldKeymap, ...searchKeymap]),
  COLORS,
]
