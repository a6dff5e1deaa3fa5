import { unifiedMergeView } from '@codemirror/merge'
import { EditorView } from '@codemirror/view'
import { useMemo } from 'preact/hooks'
import { CodeView } from '../code-view.js'

const COLORS = EditorView.theme({
  '&': { maxHeight: '50vh' },
  '.cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--good-soft)' },
  '.cm-deletedChunk': { backgroundColor: 'var(--bad-soft)', paddingLeft: '6px' },
  '.cm-changedText, .cm-deletedChunk .cm-deletedText': { background: 'none', fontWeight: '600' },
  '&.cm-merge-b .cm-changedText': { background: 'none' },
  '.cm-changedLineGutter': { backgroundColor: 'var(--good)' },
  '.cm-deletedLineGutter': { backgroundColor: 'var(--bad)' },
  // Few fonts have the glyphs of CodeMirror.
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: 'none' },
  '.cm-collapsedLines': { color: 'var(--text-muted)', background: 'var(--panel)', padding: '2px 8px' },
})

interface DiffViewProps {
  readonly before: string
  readonly after: string
  readonly label: string
}

/** Removed and added lines in one column, so that it fits on a phone too. Long unchanged parts are folded. */
export function DiffView({ before, after, label }: DiffViewProps) {
  const extension = useMemo(
    () => [
      unifiedMergeView({
        original: before,
        mergeControls: false,
        syntaxHighlightDeletions: false,
        collapseUnchanged: { margin: 3, minSize: 6 },
      }),
      COLORS,
    ],
    [before],
  )
  if (before === after) return <p class="muted">Nothing is changed.</p>
  return (
    <div class="diff-view">
      <CodeView text={after} label={label} extension={extension} key={before} />
    </div>
  )
}
