import { acceptCompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands'
import { indentUnit } from '@codemirror/language'
import { linter, lintGutter, lintKeymap } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap } from '@codemirror/view'
import type { Problem } from '#console/model/object/problems.js'
import { schemaExtensions } from './schema-extensions.js'

const CHECK_DELAY_MS = 500

/** The pictures of CodeMirror are data URLs, which the policy forbids. */
const COLORS = EditorView.theme({
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textUnderlineOffset: '3px',
  },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0', overflow: 'visible' },
  '.cm-lint-marker-error': { content: 'normal', width: '14px', color: 'var(--bad)', textAlign: 'center' },
  '.cm-lint-marker-error::before': { content: '"●"' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--hover) 60%, transparent)' },
  '.cm-tooltip': {
    maxWidth: 'min(480px, 90vw)',
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--radius)',
    color: 'var(--text)',
    backgroundColor: 'var(--raised)',
    boxShadow: 'var(--shadow)',
    fontFamily: 'var(--sans)',
  },
  '.cm-field-tip': { padding: '8px 12px' },
  '.cm-field-doc': { margin: '4px 0 0', color: 'var(--text-muted)', whiteSpace: 'pre-wrap' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--text)',
    backgroundColor: 'var(--selected)',
  },
  '.cm-completionDetail': { color: 'var(--text-muted)', fontStyle: 'normal' },
  '.cm-completionInfo': { padding: '8px 12px', maxHeight: '240px', overflow: 'auto' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
})

interface EditingOptions {
  /** What is wrong with a text. It is asked when typing pauses. */
  readonly check: (text: string) => Promise<readonly Problem[]>
  readonly found: (problems: readonly Problem[]) => void
  readonly save: () => void
}

/** What a view has that may be written in. Escape and then Tab leave it by the keyboard. */
export const editingExtensions = ({ check, found, save }: EditingOptions): Extension => [
  history(),
  indentUnit.of('  '),
  highlightActiveLine(),
  lintGutter({ hoverTime: 200 }),
  linter(
    async ({ state }) => {
      const length = state.doc.length
      const problems = await check(state.doc.toString())
      found(problems)
      return problems.map(({ from, to, message }) => ({
        from: Math.min(from, length),
        to: Math.min(to, length),
        message,
        severity: 'error',
      }))
    },
    { delay: CHECK_DELAY_MS },
  ),
  schemaExtensions(),
  keymap.of([
    {
      key: 'Mod-s',
      preventDefault: true,
      run: () => {
        save()
        return true
      },
    },
    { key: 'Tab', run: (view) => acceptCompletion(view) || indentMore(view) },
    { key: 'Shift-Tab', run: indentLess },
    ...completionKeymap,
    ...defaultKeymap,
    ...historyKeymap,
    ...lintKeymap,
  ]),
  COLORS,
]
