import type { CachedObject } from '#cache/cached-object.js'
import type { ControllerRevision } from '#kinds/apps/controllerrevision/index.js'
import { controllerRevisionHistory, HASH_LABELS } from '#kinds/apps/revisions/controller-revisions.js'
import {
  canonicalTemplate,
  copiedAnnotations,
  revisionName,
  templateHash,
} from '#kinds/apps/revisions/metadata.js'
import type { Workload } from '#kinds/apps/revisions/template-history.js'
import type { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { type Action, CONTROLLER_REVISION } from '#workloads/action.js'
import { type ActionFailure, isNameCollision } from '#workloads/action-runner.js'
import { type OwnedObject, OwnedObjectIndex, ownedObject } from '#workloads/owned-objects.js'

/** A current or former template of a workload. */
export interface TemplateRevision extends OwnedObject {
  readonly revision: number
  readonly template: PodTemplateSpec
  /** To compare templates by. */
  readonly canonical: string
}

function summarizeRevision(served: CachedObject): TemplateRevision {
  const { metadata, data, revision } = JSON.parse(served.json.toString()) as ControllerRevision
  const { spec } = data as { spec: { template: PodTemplateSpec & { $patch?: string } } }
  const { $patch: _, ...template } = spec.template
  const canonical = canonicalTemplate(template as PodTemplateSpec)
  return { ...ownedObject(served, metadata), revision, template: template as PodTemplateSpec, canonical }
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
  const newest = known.reduce((most, { revision }) => Math.max(most, revision), 0)
  const canonical = canonicalTemplate(spec.template)
  // Others may have added an equal one. The latest stays: two would take turns for ever.
  const found = known
    .filter((revision) => revision.canonical === canonical)
    .reduce<TemplateRevision | undefined>(
      (latest, each) => (latest !== undefined && latest.revision >= each.revision ? latest : each),
      undefined,
    )
  const hash =
    found?.labels?.[HASH_LABELS[kind]] ?? templateHash(spec.template, workload.status?.collisionCount)
  const name = found?.name ?? revisionName(metadata, hash)
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

/** Another object has the name of the revision: the next hash is another one. */
export function countedCollision(
  { status }: Readonly<Workload>,
  failure: ActionFailure | undefined,
): { readonly collisionCount?: number } {
  if (failure === undefined || !isNameCollision(failure)) return {}
  return { collisionCount: (status?.collisionCount ?? 0) + 1 }
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
