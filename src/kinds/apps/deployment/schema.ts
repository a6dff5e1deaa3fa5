import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { emptyOf } from '#schema/decode.js'
import {
  type AnyStruct,
  boolean,
  explicit,
  type Field,
  type Fields,
  int32,
  int64,
  intOrString,
  list,
  optional,
  required,
  string,
  struct,
  time,
  withCompletion,
} from '#schema/type.js'

/** What differs between the versions of a deployment. */
interface DeploymentVersion<Selector extends Field, Template extends AnyStruct, Rollback extends Fields> {
  readonly selector: Selector
  readonly template: Template
  readonly strategies?: readonly string[]
  /** Default of `maxUnavailable` and of `maxSurge`, in words too. */
  readonly limit: { readonly default: number | string; readonly words: string }
  readonly revisionHistoryLimit: Field<typeof int32, 'explicit'>
  readonly rollback: Rollback
}

/** The types of one version, named with the prefix of its group. */
export function deploymentTypes<Selector extends Field, Template extends AnyStruct, Rollback extends Fields>(
  prefix: string,
  version: DeploymentVersion<Selector, Template, Rollback>,
) {
  const { limit } = version
  const RollingUpdateDeployment = struct(
    `${prefix}.RollingUpdateDeployment`,
    'Limits that a rolling deployment update has to respect.',
    () => ({
      maxUnavailable: explicit(
        1,
        intOrString,
        `Pods that may be missing below the wanted count, as number or percentage; default ${limit.words}.`,
        { default: limit.default },
      ),
      maxSurge: explicit(
        2,
        intOrString,
        `Pods allowed above the wanted count, as number or percentage; default ${limit.words}.`,
        { default: limit.default },
      ),
    }),
  )
  const emptyRollingUpdate = emptyOf(RollingUpdateDeployment)

  const DeploymentStrategy = withCompletion(
    struct(`${prefix}.DeploymentStrategy`, 'How a deployment exchanges old pods for new ones.', () => ({
      type: optional(
        1,
        string,
        'Recreate stops all old pods first, RollingUpdate goes step by step; RollingUpdate when left out.',
        { default: 'RollingUpdate', ...(version.strategies && { enum: version.strategies }) },
      ),
      rollingUpdate: explicit(
        2,
        RollingUpdateDeployment,
        'Limits for the stepwise exchange; not allowed with Recreate.',
      ),
    })),
    (strategy) => {
      if (strategy.type === 'RollingUpdate') strategy.rollingUpdate ??= emptyRollingUpdate()
    },
  )

  const DeploymentSpec = struct(`${prefix}.DeploymentSpec`, 'Wanted behaviour of a deployment.', () => ({
    replicas: explicit(1, int32, 'Number of pods wanted; one when left out, and an explicit zero is kept.', {
      default: 1,
    }),
    selector: version.selector,
    template: required(3, version.template, 'Pod to run; changing it starts a new rollout.'),
    strategy: optional(
      4,
      DeploymentStrategy,
      'How old pods give way to new ones; RollingUpdate when left out.',
      { retainKeys: true },
    ),
    minReadySeconds: optional(
      5,
      int32,
      'Seconds a new pod must be ready, without crashing, before it counts as available.',
    ),
    revisionHistoryLimit: version.revisionHistoryLimit,
    paused: optional(7, boolean, 'True holds back rollouts of template changes until set to false.'),
    ...version.rollback,
    progressDeadlineSeconds: explicit(
      9,
      int32,
      'Seconds without progress before the rollout is reported as failed; must exceed minReadySeconds.',
      { default: 600 },
    ),
  }))

  const DeploymentCondition = struct(
    `${prefix}.DeploymentCondition`,
    'One condition of a deployment.',
    () => ({
      type: required(1, string, 'Type of the condition: Available, Progressing or ReplicaFailure.'),
      status: required(2, string, 'Whether the condition holds; one of True, False or Unknown.'),
      lastUpdateTime: optional(6, time, 'When the controller last wrote this entry, changed or not.'),
      lastTransitionTime: optional(7, time, 'When the status last changed.'),
      reason: optional(4, string, 'Reason of the present status, as a CamelCase word.'),
      message: optional(5, string, 'Details of the present status, for people.'),
    }),
  )

  const DeploymentStatus = struct(`${prefix}.DeploymentStatus`, 'Observed state of a deployment.', () => ({
    observedGeneration: optional(1, int64, 'Generation of the deployment this status was computed from.'),
    replicas: optional(2, int32, 'Pods that exist and match the selector, old and new together.'),
    updatedReplicas: optional(3, int32, 'Pods made from the current template.'),
    readyReplicas: optional(7, int32, 'Pods that pass their readiness checks.'),
    availableReplicas: optional(4, int32, 'Pods that have been ready for at least minReadySeconds.'),
    unavailableReplicas: optional(
      5,
      int32,
      'Pods still missing or not yet available for the wanted capacity.',
    ),
    terminatingReplicas: explicit(9, int32, 'Pods that are being deleted and not yet gone.'),
    conditions: optional(
      6,
      list(DeploymentCondition),
      'Conditions, such as Available, Progressing or ReplicaFailure.',
      { merge: { key: 'type' }, listType: 'map', listMapKeys: ['type'] },
    ),
    collisionCount: explicit(
      8,
      int32,
      'Number of name clashes met when creating replica sets; never goes down.',
    ),
  }))

  const Deployment = struct(
    `${prefix}.Deployment`,
    'Keeps a set of identical pods running and rolls out template changes through replica sets.',
    () => ({
      ...typeMeta,
      metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the deployment.'),
      spec: optional(2, DeploymentSpec, 'Wanted state: pod count, template and rollout settings.'),
      status: optional(
        3,
        DeploymentStatus,
        'State last observed by the deployment controller; ignored on normal writes.',
      ),
    }),
  )
  return { RollingUpdateDeployment, DeploymentStrategy, DeploymentSpec, DeploymentStatus, Deployment }
}
