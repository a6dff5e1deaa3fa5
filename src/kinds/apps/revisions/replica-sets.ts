import type { Deployment } from '#kinds/apps/deployment/extensions-v1beta1/schema.js'
import type { ReplicaSet } from '#kinds/apps/replicaset/extensions-v1beta1/schema.js'
import { withAnnotations } from '#kinds/shared/metadata.js'
import type { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { SERVER_RECORDS } from '#registry/keys.js'
import type { History } from '#registry/strategy.js'
import { REVISION_ANNOTATION, revisionMetadata, templateHash } from './metadata.js'
import { revisionsOf, type TemplateRevision } from './template-history.js'

/** The label that separates the pods of one revision from others. */
const TEMPLATE_HASH_LABEL = 'pod-template-hash'

/** The revisions of a deployment are ReplicaSets without pods, where clients look for them. */
export const replicaSetHistory: History<Deployment, TemplateRevision> = {
  records: `${SERVER_RECORDS}/revisions/`,
  shownAs: { apiVersion: 'apps/v1', kind: 'ReplicaSet' },
  revisions: revisionsOf,

  show(deployment, { revision, template, annotations }, collisions = deployment.status.collisionCount) {
    const { spec } = deployment
    const hash = templateHash(template, collisions)
    const labels = { ...template.metadata.labels, [TEMPLATE_HASH_LABEL]: hash }
    const matchLabels = { ...spec.selector?.matchLabels, [TEMPLATE_HASH_LABEL]: hash }
    return {
      metadata: revisionMetadata('Deployment', deployment, hash, {
        labels,
        annotations: { ...annotations, [REVISION_ANNOTATION]: String(revision) },
      }),
      spec: {
        replicas: 0,
        minReadySeconds: spec.minReadySeconds,
        selector: { ...spec.selector, matchLabels },
        template: { ...template, metadata: { ...template.metadata, labels } },
      },
    } satisfies Pick<ReplicaSet, 'metadata' | 'spec'>
  },

  numberOf: (shown) => revisionNumber(shown.metadata().annotations?.[REVISION_ANNOTATION]),

  update({ metadata }, wanted) {
    metadata.annotations = withAnnotations(metadata, wanted.metadata.annotations ?? {}).annotations
  },

  onlyShows({ json }) {
    const { spec, status } = JSON.parse(json.toString()) as ReplicaSet
    return !spec.replicas && !status.replicas
  },
}

export function revisionNumber(text: string | undefined): number | undefined {
  const revision = Number(text)
  return Number.isSafeInteger(revision) && revision > 0 ? revision : undefined
}

/** The template that a replica set was made for. */
export function templateOf({ spec: { template } }: ReplicaSet): PodTemplateSpec {
  const { [TEMPLATE_HASH_LABEL]: _, ...labels } = template.metadata.labels ?? {}
  return { ...template, metadata: { ...template.metadata, labels } }
}
