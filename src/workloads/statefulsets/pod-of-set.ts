import { normalEvent } from '#controllers/events/event-recorder.js'
import type { StatefulSet } from '#kinds/apps/statefulset/schema.js'
import type { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { type Action, CLAIM, controlledBy, POD, STATEFUL_SET } from '#workloads/action.js'
import type { PodSummary } from '#workloads/pods/summary.js'

export const REVISION_LABEL = 'controller-revision-hash'
const NAME_LABEL = 'statefulset.kubernetes.io/pod-name'
const INDEX_LABEL = 'apps.kubernetes.io/pod-index'

export const podName = ({ metadata }: Readonly<StatefulSet>, ordinal: number) => `${metadata.name}-${ordinal}`

/** The ordinal of a pod; undefined if the name does not match. */
export function ordinalOf({ metadata }: Readonly<StatefulSet>, { name }: PodSummary): number | undefined {
  const prefix = `${metadata.name}-`
  const rest = name.startsWith(prefix) ? name.slice(prefix.length) : ''
  return /^(0|[1-9]\d*)$/.test(rest) ? Number(rest) : undefined
}

/** A set adopts only pods that are named as its own. */
export const hasNameOfSet = (set: Readonly<StatefulSet>, pod: PodSummary) => ordinalOf(set, pod) !== undefined

export const claimName = (template: string | undefined, set: Readonly<StatefulSet>, ordinal: number) =>
  `${template}-${podName(set, ordinal)}`

/** Pods have stable names, a host name, and claims that outlive them. */
export function newPod(
  set: Readonly<StatefulSet>,
  ordinal: number,
  { revision, template }: { readonly revision: string; readonly template: PodTemplateSpec },
): Action {
  const name = podName(set, ordinal)
  const claims = set.spec.volumeClaimTemplates ?? []
  const named = new Set(claims.map(({ metadata }) => metadata.name))
  const volumes = [
    ...claims.map(({ metadata }) => ({
      name: metadata.name,
      persistentVolumeClaim: { claimName: claimName(metadata.name, set, ordinal) },
    })),
    ...(template.spec.volumes ?? []).filter((volume) => !named.has(volume.name)),
  ]
  return {
    type: 'create',
    of: POD,
    object: {
      metadata: {
        ...template.metadata,
        name,
        labels: {
          ...template.metadata.labels,
          [REVISION_LABEL]: revision,
          [NAME_LABEL]: name,
          [INDEX_LABEL]: String(ordinal),
        },
        ownerReferences: [controlledBy(STATEFUL_SET, set)],
      },
      spec: {
        ...template.spec,
        hostname: name,
        subdomain: set.spec.serviceName || undefined,
        volumes: volumes.length === 0 ? undefined : volumes,
      },
    },
    event: () =>
      normalEvent('SuccessfulCreate', `create Pod ${name} in StatefulSet ${set.metadata.name} successful`),
  }
}

/** The missing claims of a pod. */
export function newClaims(
  set: Readonly<StatefulSet>,
  ordinal: number,
  hasClaim: (name: string) => boolean,
): readonly Action[] {
  const { volumeClaimTemplates = [], selector, persistentVolumeClaimRetentionPolicy: retention } = set.spec
  return volumeClaimTemplates
    .map((template) => ({ template, name: claimName(template.metadata.name, set, ordinal) }))
    .filter(({ name }) => !hasClaim(name))
    .map(({ template, name }) => ({
      type: 'create',
      of: CLAIM,
      object: {
        metadata: {
          ...template.metadata,
          name,
          labels: { ...template.metadata.labels, ...selector?.matchLabels },
          ownerReferences:
            retention?.whenDeleted === 'Delete' ? [controlledBy(STATEFUL_SET, set)] : undefined,
        },
        spec: template.spec,
      },
      event: () =>
        normalEvent(
          'SuccessfulCreate',
          `create Claim ${name} Pod ${podName(set, ordinal)} in StatefulSet ${set.metadata.name} success`,
        ),
    }))
}

export const removePod = (set: Readonly<StatefulSet>, { name, uid }: PodSummary): Action => ({
  type: 'delete',
  of: POD,
  target: { name, uid },
  event: normalEvent('SuccessfulDelete', `delete Pod ${name} in StatefulSet ${set.metadata.name} successful`),
})

/** If claims are deleted on scale-down, the pod becomes their owner. */
export function handOverClaims(
  set: Readonly<StatefulSet>,
  pod: PodSummary,
  ordinal: number,
  claimUid: (name: string) => string | undefined,
): readonly Action[] {
  const { volumeClaimTemplates = [], persistentVolumeClaimRetentionPolicy: retention } = set.spec
  if (retention?.whenScaled !== 'Delete') return []
  return volumeClaimTemplates.flatMap(({ metadata }): readonly Action[] => {
    const name = claimName(metadata.name, set, ordinal)
    const uid = claimUid(name)
    if (uid === undefined) return []
    return [
      {
        type: 'change',
        of: CLAIM,
        part: 'object',
        target: { name, uid },
        change: (claim) => {
          const owner = { apiVersion: 'v1', kind: 'Pod', name: pod.name, uid: pod.uid }
          claim.metadata.ownerReferences = [owner]
        },
      },
    ]
  })
}
