import { type EditorView, placeholder } from '@codemirror/view'
import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { matchResource } from '#console/model/api/discovery.js'
import { apiVersionOf, type Resource, resourceId } from '#console/model/api/resource.js'
import { inOrder, readManifests } from '#console/model/object/manifests.js'
import { type Problem, problemsOf } from '#console/model/object/problems.js'
import { templateText } from '#console/model/object/templates.js'
import { resources } from '../../api/kinds.js'
import { loadKindSchema } from '../../api/open-api.js'
import type { PageProps } from '../../page-props.js'
import { goHere, moment, namespace } from '../../state/router.js'
import { Icon } from '../../ui/icon.js'
import { type Choice, Picker } from '../../ui/picker.js'
import { CodeView } from '../code-view.js'
import { editingExtensions } from '../edit/editing-extensions.js'
import { ProblemList } from '../edit/problem-list.js'
import { type Applied, apply, checkManifest } from './apply.js'
import { ResultTable } from './result-table.js'

const MAX_CHECKED = 20

/** Creates objects: from a template of a kind, or from pasted YAML. What exists already is changed. */
export default function CreatePage({ place }: PageProps) {
  const text = useRef('')
  const view = useRef<EditorView>(undefined)
  const started = useSignal('')
  const revision = useSignal(0)
  const problems = useSignal<readonly Problem[]>([])
  const results = useSignal<readonly Applied[]>([])
  const isChoosing = useSignal(false)
  const isBusy = useSignal(false)
  const isEmpty = useSignal(true)
  const wanted = place.page === 'create' ? place.query?.kind : undefined
  const show = (next: string) => {
    text.current = next
    started.value = next
    isEmpty.value = next.trim() === ''
    results.value = []
    revision.value++
  }
  useEffect(() => {
    const resource = resources.value?.find((each) => resourceId(each) === wanted)
    if (resource === undefined) return
    void templateOf(resource).then(show)
  }, [wanted])
  const check = async (text: string): Promise<readonly Problem[]> => {
    const manifests = readManifests(text).slice(0, MAX_CHECKED)
    const found = manifests.map(async (manifest): Promise<readonly Problem[]> => {
      const { document, problem } = manifest
      if (document.errors.length > 0) return document.errors.map((error) => ({ ...error, field: '' }))
      const start = { from: document.from, to: document.from }
      if (problem !== undefined) return [{ ...start, field: '', message: problem }]
      const failure = await checkManifest(manifest)
      return failure === undefined ? [] : problemsOf(failure, document)
    })
    return (await Promise.all(found)).flat()
  }
  const run = async (isForced: boolean, only?: Applied) => {
    isBusy.value = true
    const manifests = only ? [only.manifest] : inOrder(readManifests(text.current))
    const kept = only ? results.value : []
    results.value = kept
    for (const manifest of manifests) {
      const result = await apply(manifest, isForced)
      results.value = only
        ? results.value.map((each) => (each === only ? result : each))
        : [...results.value, result]
    }
    isBusy.value = false
  }
  const showProblem = ({ from }: Problem) => {
    view.current?.dispatch({ selection: { anchor: from }, scrollIntoView: true })
    view.current?.focus()
  }
  const handlers = useRef({ check, run })
  handlers.current = { check, run }
  const editing = useMemo(
    () => [
      editingExtensions({
        check: (text) => handlers.current.check(text),
        found: (found) => {
          problems.value = found
        },
        save: () => void handlers.current.run(false),
      }),
      placeholder('Paste YAML, or choose a template'),
    ],
    [problems],
  )
  const isPast = moment.value !== undefined
  return (
    <div class="page object-page">
      <header class="page-head">
        <h1>Create</h1>
        <span class="muted truncate">One or many documents of YAML</span>
        <span class="grow" />
        <button type="button" class="button" onClick={() => (isChoosing.value = true)}>
          <Icon name="copy" /> Template…
        </button>
        <button
          type="button"
          class="button primary"
          disabled={isBusy.value || isPast || isEmpty.value}
          title={
            isPast
              ? 'Nothing can be changed in the past'
              : isEmpty.value
                ? 'Paste YAML or choose a template'
                : undefined
          }
          onClick={() => void run(false)}
        >
          {isBusy.value ? 'Applying…' : 'Apply'}
        </button>
      </header>
      <section class="tab-panel fill">
        <CodeView
          text={started.value}
          revision={revision.value}
          label="YAML to apply"
          extension={editing}
          opened={(created) => {
            view.current = created
          }}
          change={(next) => {
            text.current = next
            isEmpty.value = next.trim() === ''
          }}
        />
        <ProblemList text={text.current} problems={problems.value} show={showProblem} />
        <ResultTable results={results.value} force={(result) => void run(true, result)} />
      </section>
      {isChoosing.value && (
        <Picker
          title="Template"
          placeholder="Choose a kind…"
          close={() => (isChoosing.value = false)}
          find={findTemplates}
        />
      )}
    </div>
  )
}

async function templateOf(resource: Resource): Promise<string> {
  const known = await loadKindSchema(apiVersionOf(resource), resource.kind)
  return templateText(resource, namespace.value, known?.api, known?.schema)
}

const findTemplates = (typed: string): Choice[] =>
  (resources.value ?? [])
    .flatMap((resource) => {
      const rank = matchResource(resource, typed)
      return rank === undefined || !resource.verbs.includes('create') ? [] : [{ rank, resource }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ resource }) => ({
      id: `${resourceId(resource)}/${resource.version}`,
      label: resource.kind,
      hint: resourceId(resource),
      icon: 'columns',
      choose: () => goHere({ query: { kind: resourceId(resource) } }),
    }))
