import { normalEvent } from '#controllers/events/event-recorder.js'
import type { DaemonSet } from '#kinds/apps/daemonset/apps-v1/schema.js'
import { type Action, controlledBy, DAEMON_SET, POD } from '#workloads/action.js'
import type { PodSummary } from '#workloads/pods/summary.js'
import type { CurrentRevision } from '#workloads/revisions/controller-revisions.js'

/** On pods: the hash of their template. */
export const HASH_LABEL = 'controller-revision-hash'

/** On pods: the generation of their template. On sets, `apps/v1` shows it in an annotation. */
const GENERATION_LABEL = 'pod-template-generation'
const GENERATION_ANNOTATION = 'deprecated.daemonset.template.generation'

/** A pod is bound to its node by affinity, before it is scheduled. */
const TARGET = 'metadata.name'

/** Tolerations of all daemon pods: nodes in trouble need them most. */
export const TOLERATIONS = [
  { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/disk-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/pid-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/unschedulable', operator: 'Exists', effect: 'NoSchedule' },
]

export function newPod(set: Readonly<DaemonSet>, node: string, { hash }: CurrentRevision): Action {
  const { template } = set.spec
  const generation = set.metadata.annotations?.[GENERATION_ANNOTATION]
  const required = template.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  const here = { key: TARGET, operator: 'In', values: [node] }
  const terms = required?.nodeSelectorTerms?.map((term) => ({ ...term, matchFields: [here] }))
  return {
    type: 'create',
    of: POD,
    object: {
      metadata: {
        ...template.metadata,
        generateName: `${set.metadata.name}-`,
        labels: {
          ...template.metadata.labels,
          [HASH_LABEL]: hash,
          ...(generation !== undefined && { [GENERATION_LABEL]: generation }),
        },
        ownerReferences: [controlledBy(DAEMON_SET, set)],
      },
      spec: {
        ...template.spec,
        tolerations: [...(template.spec.tolerations ?? []), ...TOLERATIONS],
        affinity: {
          ...template.spec.affinity,
          nodeAffinity: {
            ...template.spec.affinity?.nodeAffinity,
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: terms ?? [{ matchFields: [here] }],
            },
          },
        },
      },
    },
    event: (name) => normalEvent('SuccessfulCreate', `Created pod: ${name}`),
  }
}

export const removePod = ({ name, uid }: PodSummary): Action => ({
  type: 'delete',
  of: POD,
  target: { name, uid },
  event: normalEvent('SuccessfulDelete', `Deleted pod: ${name}`),
})
