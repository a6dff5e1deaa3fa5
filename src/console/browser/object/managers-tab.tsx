import { type Extension, RangeSetBuilder } from '@codemirror/state'
import { Decoration, EditorView, GutterMarker, gutter } from '@codemirror/view'
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { describeManager, type Ownership, readOwnership } from '#console/model/object/managers.js'
import { objectText, readDocuments } from '#console/model/object/yaml-text.js'
import { Age } from '../ui/age.js'
import { EmptyState } from '../ui/states.js'
import { CodeView } from './code-view.js'
import type { TabProps } from './tab-props.js'

/** Custom properties of the page have as many colors. */
const COLOR_COUNT = 6
const colorOf = (index: number) => `var(--manager-${(index % COLOR_COUNT) + 1})`

/** Who has set which line. */
export default function ManagersTab({ object }: TabProps) {
  const text = useMemo(() => objectText(object), [object])
  const chosen = useSignal<number | undefined>(undefined)
  const ownership = useMemo(() => {
    const [document] = readDocuments(text)
    return document && readOwnership(object.metadata.managedFields ?? [], document)
  }, [text, object])
  const extension = useMemo(
    () => (ownership ? ownerExtension(ownership, chosen.value) : []),
    [ownership, chosen.value],
  )
  if (ownership === undefined || ownership.managers.length === 0) {
    return <EmptyState icon="user" title="No field manager is recorded" />
  }
  return (
    <section class="tab-panel fill">
      <ul class="managers" aria-label="Field managers">
        {ownership.managers.map((manager, index) => (
          <li key={`${index} ${manager.name}`}>
            <button
              type="button"
              class="manager"
              aria-pressed={chosen.value === index}
              onClick={() => (chosen.value = chosen.value === index ? undefined : index)}
            >
              <span class="manager-color" style={{ background: colorOf(index) }} />
              <span class="truncate">{describeManager(manager)}</span>
              <span class="muted nowrap">
                {manager.fieldCount} {manager.fieldCount === 1 ? 'field' : 'fields'}
                {manager.time !== undefined && ' · '}
                <Age since={manager.time} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <CodeView text={text} label="Lines with their field managers" extension={extension} />
    </section>
  )
}

class OwnerMarker extends GutterMarker {
  readonly names: string
  readonly color: string

  constructor(names: string, color: string) {
    super()
    this.names = names
    this.color = color
  }

  override eq(other: OwnerMarker): boolean {
    return other.names === this.names && other.color === this.color
  }

  override toDOM(): Node {
    const dom = document.createElement('div')
    dom.className = 'cm-owner'
    dom.textContent = this.names
    dom.title = this.names
    dom.style.borderColor = this.color
    return dom
  }
}

const COLORS = EditorView.theme({
  '.cm-owners': { width: 'clamp(64px, 12vw, 128px)' },
  '.cm-owner': {
    overflow: 'hidden',
    padding: '0 6px',
    borderRight: '3px solid transparent',
    color: 'var(--text-muted)',
    fontSize: '11px',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '.cm-owned': { backgroundColor: 'var(--accent-soft)' },
})

/** Names the managers beside their lines, and marks the lines of the chosen one. */
const ownerExtension = ({ managers, owners }: Ownership, chosen: number | undefined): Extension => {
  const sorted = [...owners].toSorted(([one], [other]) => one - other)
  return [
    gutter({
      class: 'cm-owners',
      lineMarker: (_view, { from, to }) => {
        const found = new Set(
          sorted.flatMap(([offset, indexes]) => (offset >= from && offset <= to ? indexes : [])),
        )
        const [first] = found
        if (first === undefined) return null
        return new OwnerMarker([...found].map((index) => managers[index]?.name).join(', '), colorOf(first))
      },
    }),
    EditorView.decorations.compute([], (state) => {
      const lines = new RangeSetBuilder<Decoration>()
      let last = -1
      for (const [offset, indexes] of sorted) {
        if (chosen === undefined || !indexes.includes(chosen) || offset > state.doc.length) continue
        const { from } = state.doc.lineAt(offset)
        if (from > last) lines.add(from, from, Decoration.line({ class: 'cm-owned' }))
        last = from
      }
      return lines.finish()
    }),
    COLORS,
  ]
}
