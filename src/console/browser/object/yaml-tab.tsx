import type { EditorView } from '@codemirror/view'
import { batch, useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { failureIn } from '#console/model/api/failure.js'
import type { ApiObject } from '#console/model/api/object.js'
import { objectPath } from '#console/model/api/resource.js'
import { mergeChanges } from '#console/model/object/merge-changes.js'
import { type Problem, problemsOf, syntaxProblems } from '#console/model/object/problems.js'
import { isFields } from '#console/model/object/values.js'
import { objectText, readDocuments } from '#console/model/object/yaml-text.js'
import { replace } from '../api/fetch.js'
import { moment } from '../state/router.js'
import { toast } from '../state/toasts.js'
import { copyText } from '../ui/copy-text.js'
import { Icon } from '../ui/icon.js'
import { CodeView } from './code-view.js'
import { ChangeNotice } from './edit/change-notice.js'
import { editingExtensions } from './edit/editing-extensions.js'
import { withoutManagers } from './edit/object-changes.js'
import { ProblemList } from './edit/problem-list.js'
import { SaveDialog } from './edit/save-dialog.js'
import { whyNot } from './may.js'
import type { TabProps } from './tab-props.js'

/** What a text says; undefined if it is not one object. */
function readObject(text: string): ApiObject | undefined {
  const [document, ...more] = readDocuments(text)
  const value = document?.value
  if (more.length > 0 || !isFields(value) || !isFields(value.metadata)) return undefined
  return value as unknown as ApiObject
}

/** What was typed and not saved, by uid: another tab of the page does not lose it. */
const drafts = new Map<string, { readonly text: string; readonly base: ApiObject }>()

addEventListener('beforeunload', (event) => {
  if (drafts.size > 0) event.preventDefault()
})

/** The object as YAML. What is typed is checked by the server, and saved after a look at the difference. */
export default function YamlTab({ resource, object }: TabProps) {
  const { namespace, name = '', uid = '' } = object.metadata
  const draft = moment.value === undefined ? drafts.get(uid) : undefined
  const showsManagers = useSignal(false)
  /** What was typed; undefined as long as nothing is changed. */
  const typed = useSignal(draft?.text)
  const base = useSignal(draft?.base ?? object)
  const problems = useSignal<readonly Problem[]>([])
  const saving = useSignal<ApiObject | undefined>(undefined)
  const view = useRef<EditorView>(undefined)
  const latest = useRef(object)
  latest.current = object
  const serverText = useMemo(() => objectText(object, showsManagers.value), [object, showsManagers.value])
  /** What the editor began with. */
  const started = useSignal(draft?.text ?? serverText)
  const revision = useSignal(0)
  const text = typed.value ?? serverText
  const isEdited = typed.value !== undefined
  const reason = whyNot({ verb: 'update', resource, namespace, name })

  useEffect(() => {
    if (moment.value !== undefined) return
    if (typed.value === undefined) drafts.delete(uid)
    else drafts.set(uid, { text: typed.value, base: base.value })
  }, [typed.value, base.value, uid])

  const change = (next: string) => {
    batch(() => {
      if (typed.value === undefined && next === serverText) return
      if (typed.value === undefined) {
        base.value = object
        started.value = serverText
      }
      typed.value = next === objectText(base.value) ? undefined : next
    })
  }
  const check = async (text: string): Promise<readonly Problem[]> => {
    if (typed.value === undefined) return []
    const [document, second] = readDocuments(text)
    if (document === undefined) return [{ from: 0, to: 0, field: '', message: 'There is no object' }]
    if (second !== undefined) return [{ ...second, field: '', message: 'There is more than one object' }]
    if (document.errors.length > 0) return syntaxProblems(document)
    const { value } = document
    if (!isFields(value)) return [{ from: 0, to: 0, field: '', message: 'This is not an object' }]
    const { resourceVersion } = latest.current.metadata
    const metadata = isFields(value.metadata) ? { ...value.metadata, resourceVersion } : value.metadata
    try {
      const query = { dryRun: 'All', fieldValidation: 'Strict' }
      await replace(objectPath(resource, namespace, name), { ...value, metadata }, { query })
      return []
    } catch (error) {
      const failure = failureIn(error)
      // Somebody else has just written, or there is no connection: neither is the fault of the text.
      return failure.code === 409 || failure.code === 0 ? [] : problemsOf(failure, document)
    }
  }
  const save = () => {
    if (typed.value === undefined || reason !== undefined) return
    const mine = readObject(typed.value)
    if (mine === undefined) toast('The text is not one object', 'bad')
    else saving.value = mine
  }
  const reset = () => {
    batch(() => {
      typed.value = undefined
      revision.value++
      problems.value = []
    })
  }
  const takeChanges = () => {
    const mine = typed.value === undefined ? undefined : readObject(typed.value)
    if (mine === undefined) return toast('Correct the YAML first', 'bad')
    const { merged, conflicts } = mergeChanges(
      withoutManagers(base.value),
      withoutManagers(object),
      withoutManagers(mine),
    )
    if (conflicts.length > 0) saving.value = mine
    else {
      batch(() => {
        base.value = object
        started.value = objectText(merged as ApiObject)
        typed.value = started.value
        revision.value++
      })
    }
  }
  const show = ({ from }: Problem) => {
    view.current?.dispatch({ selection: { anchor: from }, scrollIntoView: true })
    view.current?.focus()
  }
  const handlers = useRef({ check, save })
  handlers.current = { check, save }
  const editing = useMemo(
    () =>
      editingExtensions({
        check: (text) => handlers.current.check(text),
        found: (found) => {
          problems.value = found
        },
        save: () => handlers.current.save(),
      }),
    [problems],
  )
  return (
    <section class="tab-panel fill">
      <div class="toolbar">
        <label class="check">
          <input
            type="checkbox"
            checked={showsManagers.value}
            disabled={isEdited}
            onChange={({ currentTarget }) => (showsManagers.value = currentTarget.checked)}
          />
          Managed fields
        </label>
        {isEdited && <span class="badge busy">Edited</span>}
        <span class="grow" />
        <button type="button" class="button small" onClick={() => void copyText(text, 'Copied')}>
          <Icon name="copy" /> Copy
        </button>
        {isEdited && (
          <button type="button" class="button small" onClick={reset}>
            Reset
          </button>
        )}
        <button
          type="button"
          class="button small primary"
          disabled={!isEdited || reason !== undefined}
          title={reason ?? (isEdited ? undefined : 'Nothing is changed')}
          onClick={save}
        >
          Save…
        </button>
      </div>
      {isEdited && <ChangeNotice base={base.value} object={object} take={takeChanges} />}
      <CodeView
        text={isEdited ? started.value : serverText}
        revision={revision.value}
        label={`YAML of ${name}`}
        change={reason === undefined && !showsManagers.value ? change : undefined}
        extension={editing}
        opened={(created) => {
          view.current = created
        }}
      />
      <ProblemList text={text} problems={isEdited ? problems.value : []} show={show} />
      {saving.value !== undefined && (
        <SaveDialog
          resource={resource}
          base={base.value}
          mine={saving.value}
          title={`Save ${resource.kind} “${name}”`}
          close={() => (saving.value = undefined)}
          saved={reset}
        />
      )}
    </section>
  )
}
