import { useSignal } from '@preact/signals'
import type { ApiObject } from '#console/model/api/object.js'
import { objectPath } from '#console/model/api/resource.js'
import { restoredObject, withoutCounters } from '#console/model/object/restore.js'
import { objectText } from '#console/model/object/yaml-text.js'
import { HISTORY_PATH, type PastWrite } from '#protocol/history.js'
import { useWrites } from '../time/use-writes.js'
import { Age } from '../ui/age.js'
import { EmptyState, FailureState, LoadingState } from '../ui/states.js'
import { DiffView } from './edit/diff-view.js'
import { SaveDialog } from './edit/save-dialog.js'
import { whyNot } from './may.js'
import type { TabProps } from './tab-props.js'

/** Each has the whole object. */
const PAGE_SIZE = 20
const TITLES = { ADDED: 'Created', MODIFIED: 'Changed', DELETED: 'Deleted' } as const

/** The versions of the object that are kept, and what changed in each. */
export default function HistoryTab({ resource, object }: TabProps) {
  const { namespace, name = '', resourceVersion } = object.metadata
  const chosen = useSignal<string | undefined>(undefined)
  const restoring = useSignal<ApiObject | undefined>(undefined)
  const { items, failure, loadOlder } = useWrites(HISTORY_PATH + objectPath(resource, namespace, name), {
    hasObjects: true,
    pageSize: PAGE_SIZE,
    version: resourceVersion,
  })
  if (failure !== undefined) return <FailureState failure={failure} />
  if (items === undefined) return <LoadingState />
  if (items.length === 0) {
    return (
      <EmptyState icon="clock" title="No version is kept">
        The last change is older than the kept history.
      </EmptyState>
    )
  }
  const index = Math.max(
    0,
    items.findIndex((each) => each.resourceVersion === chosen.value),
  )
  const write = items[index]
  const version = write?.object as ApiObject | undefined
  const previous = items[index + 1]?.object as ApiObject | undefined
  const reason = whyNot({ verb: 'update', resource, namespace, name })
  const isCurrent = version === undefined || version.metadata.resourceVersion === resourceVersion
  return (
    <section class="tab-panel history">
      <div class="history-versions">
        <ol class="history-list" aria-label="Versions">
          {items.map((each) => (
            <li key={each.resourceVersion}>
              <button
                type="button"
                class="history-item"
                aria-pressed={each === write}
                onClick={() => {
                  chosen.value = each.resourceVersion
                  // It is compared with the one before.
                  if (each === items.at(-1)) void loadOlder?.()
                }}
              >
                <WriteSummary write={each} />
              </button>
            </li>
          ))}
        </ol>
        {loadOlder !== undefined && (
          <button type="button" class="button small" onClick={() => void loadOlder()}>
            Load older versions
          </button>
        )}
      </div>
      <div class="history-version">
        <div class="history-head">
          <h2 class="truncate">
            {previous !== undefined
              ? 'What changed'
              : write?.type === 'ADDED'
                ? 'As it was created'
                : 'As it was'}
            <span class="muted"> at {write?.resourceVersion}</span>
          </h2>
          <span class="grow" />
          <button
            type="button"
            class="button small"
            disabled={reason !== undefined || isCurrent}
            title={reason ?? (isCurrent ? 'This is the current version' : undefined)}
            onClick={() => (restoring.value = version && restoredObject(version, object))}
          >
            Restore this version…
          </button>
        </div>
        <DiffView
          before={previous === undefined ? '' : objectText(withoutCounters(previous))}
          after={version === undefined ? '' : objectText(withoutCounters(version))}
          label="Changes of the version"
        />
      </div>
      {restoring.value !== undefined && (
        <SaveDialog
          resource={resource}
          base={object}
          mine={restoring.value}
          title={`Restore ${resource.kind} “${name}”`}
          close={() => (restoring.value = undefined)}
          saved={() => (chosen.value = undefined)}
        />
      )}
    </section>
  )
}

/** Long paths may break after their dots. */
const breakable = (path: string) => path.replaceAll('.', '.\u200b')

function WriteSummary({ write }: { write: PastWrite }) {
  const { type, time, manager, subresource, changed } = write
  return (
    <>
      <span class="history-line">
        <strong>{TITLES[type]}</strong>
        {subresource !== undefined && <span class="badge">{subresource}</span>}
        <span class="grow" />
        <span class="muted nowrap">
          <Age since={time} isFromNow />
        </span>
      </span>
      <span class="muted wrap">
        {[manager, changed.slice(0, 3).map(breakable).join(', ')].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}
