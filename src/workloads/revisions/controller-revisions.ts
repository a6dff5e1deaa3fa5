import type { CachedObject } from '#cache/cached-object.js'
import type { ControllerRevision } from '#kinds/apps/controllerrevision/index.js'
import { controllerRevisionHistory } from '#kinds/apps/revisions/controller-revisions.js'
import { copiedAnnotations, revisionName, templateHash } from '#kinds/apps/revisions/metadata.js'
import type { Workload } from '#kinds/apps/revisions/template-history.js'
import type { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { type Action, CONTROLLER_REVISION } from '#workloads/action.js'
import { type OwnedObject, OwnedObjectIndex, ownedObject } from '#workloads/owned-objects.js'

/** A current or former template of a workload. */
export interface TemplateRevision extends OwnedObject {
  readonly revision: number
  readonly template: PodTemplateSpec
}

function summarizeRevision(served: CachedObject): TemplateRevision {
  const { metadata, data, revision } = JSON.parse(served.json.toString()) as ControllerRevision
  const { spec } = data as { spec: { template: PodTemplateSpec & { $patch?: string } } }
  const { $patch: _, ...template } = spec.template
  return { ...ownedObject(served, metadata), revision, template: template as PodTemplateSpec }
}

export type TemplateRevisions = OwnedObjectIndex<TemplateRevision>
export const revisionIndex = (): TemplateRevisions =>
  new OwnedObjectIndex('apps/controllerrevisions/', summarizeRevision)

/** The revision of the current template, and the actions that create it. */
export interface CurrentRevision {
  readonly name: string
  readonly hash: string
  readonly actions: readonly Action[]
}

/** A former template becomes the latest revision again, with its existing object. */
export function currentRevision(
  kind: 'DaemonSet' | 'StatefulSet',
  workload: Readonly<Workload>,
  known: readonly TemplateRevision[],
): CurrentRevision {
  const { metadata, spec } = workload
  const hash = templateHash(metadata, spec.template)
  const name = revisionName(metadata, hash)
  const newest = known.reduce((most, { revision }) => Math.max(most, revision), 0)
  const found = known.find((revision) => revision.name === name)
  if (found === undefined) {
    const annotations = copiedAnnotations(metadata)
    const shown = controllerRevisionHistory(kind).show(workload, {
      revision: newest + 1,
      template: spec.template,
      annotations,
    })
    return { name, hash, actions: [{ type: 'create', of: CONTROLLER_REVISION, object: { ...shown } }] }
  }
  if (found.revision === newest) return { name, hash, actions: [] }
  const change = (object: ControllerRevision) => {
    object.revision = newest + 1
  }
  return {
    name,
    hash,
    actions: [{ type: 'change', of: CONTROLLER_REVISION, part: 'object', target: found, change }],
  }
}

/** Deletes the oldest unused revisions beyond the history limit. */
export function forgetRevisions(
  { spec }: Readonly<Workload>,
  known: readonly TemplateRevision[],
  isUsed: (revision: TemplateRevision) => boolean,
): readonly Action[] {
  const unused = known.filter((revision) => !isUsed(revision)).sort((a, b) => a.revision - b.revision)
  const excess = unused.length - (spec.revisionHistoryLimit ?? 10)
  return unused
    .slice(0, Math.max(excess, 0))
    .map((target) => ({ type: 'delete', of: CONTROLLER_REVISION, target }))
}
