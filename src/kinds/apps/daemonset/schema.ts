import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  type AnyStruct,
  explicit,
  type Field,
  type Fields,
  int32,
  int64,
  list,
  optional,
  required,
  string,
  struct,
  time,
} from '#schema/type.js'

/** The type of an update strategy before it is completed. */
export const updateStrategyType = <RollingUpdate extends AnyStruct>(
  prefix: string,
  rollingUpdate: RollingUpdate,
  byDefault: string,
) =>
  struct(
    `${prefix}.DaemonSetUpdateStrategy`,
    'How a daemon set replaces pods after a template change.',
    () => ({
      type: optional(
        1,
        string,
        `RollingUpdate replaces pods automatically, OnDelete only after manual deletion; ${byDefault} when left out.`,
        { default: byDefault, enum: ['OnDelete', 'RollingUpdate'] },
      ),
      rollingUpdate: explicit(
        2,
        rollingUpdate,
        'Pace of the replacement; used only with type RollingUpdate.',
      ),
    }),
  )

/** What differs between the versions of a daemon set. */
interface DaemonSetVersion<
  Selector extends Field,
  Template extends AnyStruct,
  Strategy extends AnyStruct,
  Generation extends Fields,
> {
  readonly selector: Selector
  readonly template: Template
  readonly updateStrategy: Strategy
  readonly generation: Generation
}

/** The types of one version, named with the prefix of its group. */
export function daemonSetTypes<
  Selector extends Field,
  Template extends AnyStruct,
  Strategy extends AnyStruct,
  Generation extends Fields,
>(prefix: string, version: DaemonSetVersion<Selector, Template, Strategy, Generation>) {
  const DaemonSetSpec = struct(`${prefix}.DaemonSetSpec`, 'Wanted behaviour of a daemon set.', () => ({
    selector: version.selector,
    template: required(2, version.template, 'Pod to run on each node whose labels and taints allow it.'),
    updateStrategy: optional(
      3,
      version.updateStrategy,
      'How existing pods are replaced after the template changes.',
    ),
    minReadySeconds: optional(
      4,
      int32,
      'Seconds a fresh pod has to stay ready before it counts as available; zero by default.',
    ),
    ...version.generation,
    revisionHistoryLimit: explicit(
      6,
      int32,
      'Number of old template revisions kept for rollback; ten when left out.',
      { default: 10 },
    ),
  }))

  const DaemonSetCondition = struct(`${prefix}.DaemonSetCondition`, 'One condition of a daemon set.', () => ({
    type: required(1, string, 'Type of the condition, unique in the list.'),
    status: required(2, string, 'Whether the condition holds: True, False or Unknown.'),
    lastTransitionTime: optional(3, time, 'When the status last changed.'),
    reason: optional(4, string, 'Reason of the last change, as a CamelCase word.'),
    message: optional(5, string, 'Details of the last change, for people.'),
  }))

  const DaemonSetStatus = struct(
    `${prefix}.DaemonSetStatus`,
    'Observed state of a daemon set, counted in nodes.',
    () => ({
      currentNumberScheduled: required(1, int32, 'Nodes that should run the pod and have at least one.'),
      numberMisscheduled: required(2, int32, 'Nodes that run the pod although they should not.'),
      desiredNumberScheduled: required(
        3,
        int32,
        'Nodes that should run the pod, whether they do yet or not.',
      ),
      numberReady: required(4, int32, 'Nodes that should run the pod and have a ready one.'),
      observedGeneration: optional(5, int64, 'Generation of the daemon set that the other numbers refer to.'),
      updatedNumberScheduled: optional(6, int32, 'Nodes whose pod already comes from the newest template.'),
      numberAvailable: optional(7, int32, 'Nodes whose pod has been ready for at least minReadySeconds.'),
      numberUnavailable: optional(8, int32, 'Nodes that should run the pod but have no available one.'),
      collisionCount: explicit(
        9,
        int32,
        'Number of name clashes met while creating revisions; never goes down.',
      ),
      conditions: optional(10, list(DaemonSetCondition), 'Conditions of the daemon set, one per type.', {
        merge: { key: 'type' },
        listType: 'map',
        listMapKeys: ['type'],
      }),
    }),
  )

  const DaemonSet = struct(
    `${prefix}.DaemonSet`,
    'Runs one copy of a pod on every node that qualifies.',
    () => ({
      ...typeMeta,
      metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the daemon set.'),
      spec: optional(2, DaemonSetSpec, 'Wanted behaviour: which pods to run and how to update them.'),
      status: optional(
        3,
        DaemonSetStatus,
        'Last reported state, written by the controller; may lag behind reality.',
      ),
    }),
  )
  return { DaemonSetSpec, DaemonSetStatus, DaemonSet }
}
