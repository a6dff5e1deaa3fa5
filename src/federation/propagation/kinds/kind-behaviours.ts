import type { PreparedCopy } from '#federation/propagation/copies/prepare-copy.js'
import type { CopyRefusal, FederatedKind } from '#federation/propagation/federated-kinds.js'
import type { ApiObject } from '#meta/object-meta.js'

/** How a kind differs from the generic behaviour: all but the status is copied, each status is gathered. */
export type KindBehaviour = Partial<
  Pick<
    FederatedKind,
    'copiedFields' | 'prepare' | 'refusal' | 'status' | 'gathersStatus' | 'isHandled' | 'isPreserved'
  >
>

/** A copy whose top-level fields may be removed. */
type Content = PreparedCopy & Record<string, unknown>

interface Definition extends ApiObject {
  readonly spec: {
    readonly versions?: readonly unknown[]
    readonly conversion?: { readonly strategy?: string }
  }
}

const WEBHOOK = 'Webhook'

/** A webhook runs in one cluster. Without it, versions of stored objects would lose fields. */
function definitionRefusal(object: Readonly<ApiObject>): CopyRefusal | undefined {
  const { versions = [], conversion } = (object as Definition).spec
  if (conversion?.strategy !== WEBHOOK || versions.length < 2) return undefined
  return {
    reason: 'ConversionWebhook',
    message: 'the definition has a conversion webhook: create the definition in the member',
  }
}

/** With one version there is nothing to convert. */
function prepareDefinition({ spec }: PreparedCopy): void {
  if (spec.conversion?.strategy === WEBHOOK) delete spec.conversion
}

/** Whether the member serves the kind. */
function isEstablished({ conditions }: Readonly<Record<string, unknown>>): boolean {
  return (
    Array.isArray(conditions) &&
    conditions.some((condition) => condition?.type === 'Established' && condition.status === 'True')
  )
}

/** Annotations of the volume controllers of one cluster. */
const CLAIM_ANNOTATIONS = [
  'pv.kubernetes.io/bind-completed',
  'pv.kubernetes.io/bound-by-controller',
  'volume.beta.kubernetes.io/storage-provisioner',
  'volume.kubernetes.io/storage-provisioner',
  'volume.kubernetes.io/selected-node',
  'volume.kubernetes.io/storage-resizer',
]

/** The volume belongs to the member. */
function prepareClaim({ metadata, spec }: PreparedCopy): void {
  delete spec.volumeName
  for (const name of CLAIM_ANNOTATIONS) delete metadata.annotations[name]
}

/** A bound volume names the uid of a claim of this cluster. */
function prepareVolume({ metadata, spec }: PreparedCopy): void {
  if (spec.claimRef?.uid) delete spec.claimRef
  for (const name of CLAIM_ANNOTATIONS) delete metadata.annotations[name]
}

/** Rules of an aggregated role come from other roles of the cluster. */
function prepareClusterRole(copy: PreparedCopy): void {
  if (copy.aggregationRule !== undefined) delete (copy as Content).rules
}

const TOKEN_VOLUME = 'kube-api-access-'

interface Named {
  readonly name?: string
}

/** The node, and the volume with the token of the account, belong to the member. */
function preparePod({ spec }: PreparedCopy): void {
  delete spec.nodeName
  const isOwn = ({ name = '' }: Named) => !name.startsWith(TOKEN_VOLUME)
  if (spec.volumes !== undefined) spec.volumes = spec.volumes.filter(isOwn)
  for (const container of [...(spec.initContainers ?? []), ...(spec.containers ?? [])]) {
    if (container.volumeMounts !== undefined) container.volumeMounts = container.volumeMounts.filter(isOwn)
  }
}

/** By `Kind.group`, or `Kind` in the core group. Other kinds have the generic behaviour. */
export const KIND_BEHAVIOURS: ReadonlyMap<string, KindBehaviour> = new Map<string, KindBehaviour>([
  // The secrets of an account are tokens of its cluster. Pull secrets are merged by name.
  [
    'ServiceAccount',
    { copiedFields: ['imagePullSecrets', 'automountServiceAccountToken'], gathersStatus: false },
  ],
  ['PersistentVolumeClaim', { prepare: prepareClaim }],
  ['PersistentVolume', { prepare: prepareVolume }],
  ['Pod', { prepare: preparePod }],
  ['ClusterRole.rbac.authorization.k8s.io', { prepare: prepareClusterRole }],
  [
    'PodDisruptionBudget.policy',
    {
      gathersStatus: false,
      status: {
        sums: ['currentHealthy', 'desiredHealthy', 'disruptionsAllowed', 'expectedPods'],
        sumsOfGeneration: [],
        hasObservedGeneration: true,
        hasConditions: true,
        hasLoadBalancer: false,
      },
    },
  ],
  [
    'CustomResourceDefinition.apiextensions.k8s.io',
    {
      copiedFields: ['spec'],
      prepare: prepareDefinition,
      refusal: definitionRefusal,
      gathersStatus: false,
      isHandled: isEstablished,
      isPreserved: true,
    },
  ],
])
