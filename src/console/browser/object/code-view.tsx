import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useRef } from 'preact/hooks'
import { codeExtensions } from './code-extensions.js'

const READ_ONLY: Extension = [EditorState.readOnly.of(true), EditorView.editable.of(false)]

interface CodeViewProps {
  /** Typing does not change it. */
  readonly text: string
  /** A new number shows `text` again, instead of what was typed. */
  readonly revision?: number
  readonly label: string
  /** Only read without it. */
  readonly change?: ((text: string) => void) | undefined
  /** More than every view has. */
  readonly extension?: Extension | undefined
  /** Gets the view, for the place of the cursor. */
  readonly opened?: ((view: EditorView) => void) | undefined
}

/**
 * Shows YAML. It is in a shadow root: CodeMirror then adds its styles as sheets of that root, which the content security
 * policy allows, and not as elements, which it does not.
 */
export function CodeView({ text, revision = 0, label, change, extension = NONE, opened }: CodeViewProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const changed = useRef(change)
  changed.current = change
  /** Whether the page changes the text, and not the user. */
  const isOurs = useRef(false)
  const more = useRef(new Compartment()).current
  const mode = useRef(new Compartment()).current
  const isEditable = change !== undefined
  useEffect(() => {
    const { current } = host
    if (current === null) return
    const root = current.shadowRoot ?? current.attachShadow({ mode: 'open' })
    const created = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          more.of(extension),
          mode.of(isEditable ? [] : READ_ONLY),
          codeExtensions(),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged && !isOurs.current) changed.current?.(state.doc.toString())
          }),
        ],
      }),
    })
    view.current = created
    opened?.(created)
    return () => created.destroy()
  }, [label])
  useEffect(() => {
    view.current?.dispatch({
      effects: [more.reconfigure(extension), mode.reconfigure(isEditable ? [] : READ_ONLY)],
    })
  }, [extension, isEditable, more, mode])
  useEffect(() => {
    const { current } = view
    if (current === undefined) return
    const before = current.state.doc.toString()
    if (before === text) return
    isOurs.current = true
    current.dispatch({ changes: changeBetween(before, text) })
    isOurs.current = false
  }, [text, revision])
  return <div class="code-view" ref={host} />
}

const NONE: Extension = []

/** Only what differs changes, so that the place and the folds stay. */
function changeBetween(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from++
  let end = 0
  while (end < shorter - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) }
}
