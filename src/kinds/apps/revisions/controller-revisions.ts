import type { ControllerRevision } from '#kinds/apps/controllerrevision/index.js'
import { withAnnotations } from '#kinds/shared/metadata.js'
import { SERVER_RECORDS } from '#registry/keys.js'
import type { History } from '#registry/strategy.js'
import { inOrder, revisionMetadata, templateHash } from './metadata.js'
import { revisionsOf, type TemplateRevision, type Workload } from './template-history.js'

/** The labels by which controllers find a revision. */
export const HASH_LABELS = {
  DaemonSet: 'controller-revision-hash',
  StatefulSet: 'controller.kubernetes.io/hash',
} as const

/** The revisions of daemon sets and stateful sets are patches that put a template in place again. */
export const controllerRevisionHistory = (
  kind: keyof typeof HASH_LABELS,
): History<Workload, TemplateRevision> => ({
  records: `${SERVER_RECORDS}/${kind.toLowerCase()}-revisions/`,
  shownAs: { apiVersion: 'apps/v1', kind: 'ControllerRevision' },
  revisions: revisionsOf,

  show(workload, { revision, template, annotations }, collisions = workload.status?.collisionCount) {
    const hash = templateHash(template, collisions)
    return {
      metadata: revisionMetadata(kind, workload, hash, {
        labels: { ...template.metadata.labels, [HASH_LABELS[kind]]: hash },
        annotations,
      }),
      // Clients compare the patch with their own as text, so its keys are sorted.
      data: inOrder({ spec: { template: { ...template, $patch: 'replace' } } }, { nulls: true }),
      revision,
    } satisfies ControllerRevision
  },

  numberOf: ({ json }) => (JSON.parse(json.toString()) as ControllerRevision).revision,

  update(shown, wanted) {
    const { metadata } = shown
    metadata.annotations = withAnnotations(metadata, wanted.metadata.annotations ?? {}).annotations
    ;(shown as ControllerRevision).revision = (wanted as ControllerRevision).revision
  },

  onlyShows: () => true,
})
