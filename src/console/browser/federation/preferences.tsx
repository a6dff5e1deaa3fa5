import { useSignal } from '@preact/signals'
import type { ApiObject } from '#console/model/api/object.js'
import { objectPath, type Resource } from '#console/model/api/resource.js'
import type { ClusterShare } from '#console/model/federation/federated.js'
import {
  annotationOf,
  type Draft,
  type DraftRow,
  draftError,
  draftOf,
  OTHERS,
  previewPlan,
} from '#console/model/federation/preferences.js'
import { patch } from '../api/fetch.js'
import { can } from '../api/rights.js'
import { moment } from '../state/router.js'
import { toast, toastFailure } from '../state/toasts.js'

interface PreferencesProps {
  readonly resource: Resource
  readonly object: ApiObject
  /** The name of the annotation. */
  readonly annotation: string
  readonly shares: readonly ClusterShare[]
  readonly replicas: number
}

const FIELDS = [
  { field: 'least', title: 'Least' },
  { field: 'most', title: 'Most' },
  { field: 'weight', title: 'Weight' },
] as const

/** How replicas are divided, with the plan before it is saved. */
export function Preferences({ resource, object, annotation, shares, replicas }: PreferencesProps) {
  const { namespace = '', name = '', annotations = {} } = object.metadata
  const chosen = shares.filter(({ state, isChosen }) => state !== undefined && isChosen !== false)
  const clusters = chosen.map(({ cluster }) => cluster)
  const saved = draftOf(annotations[annotation], clusters)
  const edited = useSignal<Draft | undefined>(undefined)
  const draft = edited.value ?? saved
  const error = draftError(draft)
  const isChanged = annotationOf(draft) !== annotationOf(saved)
  const current = new Map(chosen.map(({ cluster, current }) => [cluster, current]))
  const plan =
    error === undefined
      ? previewPlan({ replicas, clusters, current, key: `${namespace}/${name}` }, draft)
      : undefined
  const mayWrite = moment.value === undefined && can('patch', resource, namespace, { name })
  const set = (cluster: string, part: Partial<DraftRow>) => {
    const rows = draft.rows.map((row) => (row.cluster === cluster ? { ...row, ...part } : row))
    edited.value = { ...draft, rows }
  }
  const save = async (event: Event) => {
    event.preventDefault()
    try {
      const metadata = { annotations: { [annotation]: annotationOf(draft) } }
      await patch(objectPath(resource, namespace, name), 'merge', { metadata })
      edited.value = undefined
      toast('Preferences saved', 'good')
    } catch (failure) {
      toastFailure(failure)
    }
  }
  return (
    <section class="panel" aria-label="Preferences">
      <h2>
        How {replicas} replicas are divided{' '}
        <span class="muted">{annotations[annotation] === undefined && 'by default'}</span>
      </h2>
      <form onSubmit={(event) => void save(event)}>
        <div class="scroll-x">
          <table class="plain-table preferences">
            <thead>
              <tr>
                <th scope="col">Cluster</th>
                {FIELDS.map(({ field, title }) => (
                  <th key={field} scope="col">
                    {title}
                  </th>
                ))}
                <th scope="col" class="number">
                  Now
                </th>
                <th scope="col" class="number">
                  Plan
                </th>
              </tr>
            </thead>
            <tbody>
              {draft.rows.map((row) => {
                const { cluster } = row
                const title = cluster === OTHERS ? 'Others' : cluster
                const planned = plan?.get(cluster)
                const now = current.get(cluster)
                return (
                  <tr key={cluster}>
                    <th scope="row" class="wrap">
                      {title}
                    </th>
                    {FIELDS.map(({ field, title: column }) => (
                      <td key={field}>
                        <input
                          class="input"
                          inputMode="numeric"
                          autocomplete="off"
                          aria-label={`${column} of ${title}`}
                          disabled={!mayWrite}
                          value={row[field]}
                          onInput={({ currentTarget }) =>
                            set(cluster, { [field]: currentTarget.value.trim() })
                          }
                        />
                      </td>
                    ))}
                    <td class="number">{now}</td>
                    <td class={planned !== undefined && planned !== now ? 'number planned' : 'number'}>
                      <output aria-label={`Plan of ${title}`}>{planned}</output>
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
        <label class="check">
          <input
            type="checkbox"
            checked={draft.rebalance}
            disabled={!mayWrite}
            onChange={({ currentTarget }) => (edited.value = { ...draft, rebalance: currentTarget.checked })}
          />
          Move running replicas to match the weights
        </label>
        {error !== undefined && (
          <p class="notice bad" role="alert">
            {error}
          </p>
        )}
        <p class="muted">The plan does not know which clusters are full.</p>
        <p class="actions">
          <button
            type="submit"
            class="button primary"
            disabled={!mayWrite || !isChanged || error !== undefined}
          >
            Save
          </button>
          {isChanged && (
            <button type="button" class="button" onClick={() => (edited.value = undefined)}>
              Discard
            </button>
          )}
        </p>
      </form>
    </section>
  )
}
