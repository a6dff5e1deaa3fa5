import type { Json } from '../support/client.js'
import { DEPLOYMENTS, deployment, REPLICASETS, replicaSet } from '../support/objects.js'
import type { Defaults } from './replicated-model.js'

/** A version in which deployments or replica sets can be read and written. */
export interface ReplicatedVersion {
  readonly apiVersion: string
  readonly path: string
  readonly defaults: Defaults
  make(name: string): Json
  /** The apiVersion of the scale of these objects. */
  readonly scale: string
  /** Sets the revision to roll back to. */
  rollBack(object: Json, revision: number | null): void
  rollbackTo(object: Json): number | null
}

/** A kind with replicas, in all of its versions. */
export interface ReplicatedKind {
  readonly kind: string
  /** Whether it has a rollback in its spec, and whether a change of annotations increases its generation. */
  readonly rollsBack: boolean
  readonly versions: readonly ReplicatedVersion[]
}

const ROLLBACK_TO = 'deprecated.deployment.rollback.to'
const SELECTOR = { matchLabels: { app: 'web' } }
const rolling = (limit: number | string) => ({
  type: 'RollingUpdate',
  rollingUpdate: { maxUnavailable: limit, maxSurge: limit },
})

const rollbackAsMember: Pick<ReplicatedVersion, 'rollBack' | 'rollbackTo'> = {
  rollBack: ({ spec }, revision) => {
    if (revision === null) delete spec.rollbackTo
    else spec.rollbackTo = { revision }
  },
  rollbackTo: ({ spec }) => (spec.rollbackTo === undefined ? null : (spec.rollbackTo.revision ?? 0)),
}

const rollbackAsAnnotation: Pick<ReplicatedVersion, 'rollBack' | 'rollbackTo'> = {
  rollBack: ({ metadata }, revision) => {
    const { [ROLLBACK_TO]: _, ...others } = metadata.annotations ?? {}
    metadata.annotations = revision === null ? others : { ...others, [ROLLBACK_TO]: String(revision) }
  },
  rollbackTo: ({ metadata }) => {
    const text = metadata.annotations?.[ROLLBACK_TO]
    return text === undefined ? null : Number(text)
  },
}

const inApps = (path: string) => path.replace('extensions/v1beta1', 'apps/v1')

export const DEPLOYMENT: ReplicatedKind = {
  kind: 'Deployment',
  rollsBack: true,
  versions: [
    {
      apiVersion: 'extensions/v1beta1',
      path: DEPLOYMENTS,
      defaults: { strategy: rolling(1), revisionHistoryLimit: 2 },
      make: (name) => deployment(name),
      scale: 'extensions/v1beta1',
      ...rollbackAsMember,
    },
    {
      apiVersion: 'apps/v1',
      path: inApps(DEPLOYMENTS),
      defaults: { strategy: rolling('25%'), revisionHistoryLimit: 10 },
      make: (name) => ({ ...deployment(name, { selector: SELECTOR }), apiVersion: 'apps/v1' }),
      scale: 'autoscaling/v1',
      ...rollbackAsAnnotation,
    },
  ],
}

const NO_DEFAULTS: Defaults = { strategy: undefined, revisionHistoryLimit: undefined }

export const REPLICASET: ReplicatedKind = {
  kind: 'ReplicaSet',
  rollsBack: false,
  versions: [
    {
      apiVersion: 'extensions/v1beta1',
      path: REPLICASETS,
      defaults: NO_DEFAULTS,
      make: (name) => replicaSet(name),
      scale: 'extensions/v1beta1',
      ...rollbackAsMember,
    },
    {
      apiVersion: 'apps/v1',
      path: inApps(REPLICASETS),
      defaults: NO_DEFAULTS,
      make: (name) => ({ ...replicaSet(name, { selector: SELECTOR }), apiVersion: 'apps/v1' }),
      scale: 'autoscaling/v1',
      ...rollbackAsAnnotation,
    },
  ],
}
