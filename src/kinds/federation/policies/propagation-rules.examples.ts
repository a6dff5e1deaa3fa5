import { validateNew } from '#kinds/example-objects.fixture.js'
import { clusterPropagationPolicy } from '#kinds/federation/clusterpropagationpolicy/index.js'
import { propagationPolicy } from '#kinds/federation/propagationpolicy/index.js'
import { dns1035Label, dns1123Label } from '#meta/formats.js'
import {
  type Body,
  follows,
  forbidden,
  given,
  invalid,
  notNegative,
  notZero,
  oneOf,
  type RuleTable,
  required,
  tooMany,
  unique,
} from '#meta/rule-examples.fixture.js'

const WEB = { apiVersion: 'apps/v1', kind: 'Deployment' }
const select = (...parts: Body[]) => ({ resourceSelectors: parts.map((part) => ({ ...WEB, ...part })) })
const placed = (placement: Body) => ({ ...select({}), placement })
const fact = (part: Body) => placed({ fieldSelectors: [{ key: 'region', operator: 'In', ...part }] })
const spread = (...constraints: Body[]) => placed({ spreadConstraints: constraints })
const scheduled = (replicaScheduling: Body) => ({ ...select({}), replicaScheduling })

export const propagationPolicyRules: RuleTable = {
  type: 'PropagationPolicy',
  at: 'spec',
  validate: (spec) => validateNew(propagationPolicy.storageVersion, { spec }),
  examples: [
    required('resourceSelectors', 'is required', 'must select a kind', { resourceSelectors: [] }, select({})),
    tooMany('resourceSelectors', 100, select(...Array(101).fill({})), select(...Array(100).fill({}))),
    given('resourceSelectors[0].apiVersion', select({ apiVersion: '' }), select({})),
    invalid(
      'resourceSelectors[0].apiVersion',
      'must be a version, or a group and a version',
      'must be a version or a group and a version, such as apps/v1',
      select({ apiVersion: 'apps' }),
      select({ apiVersion: 'v1', kind: 'ConfigMap' }),
    ),
    given('resourceSelectors[0].kind', select({ kind: '' }), select({})),
    invalid(
      'resourceSelectors[0].kind',
      'must be a kind',
      'must be a kind, such as Deployment',
      select({ kind: 'deployments' }),
      select({}),
    ),
    forbidden(
      'resourceSelectors[0].labelSelector',
      'must not be given with a name',
      'may not be given with a name',
      select({ name: 'web', labelSelector: {} }),
      select({ labelSelector: {} }),
    ),
    forbidden(
      'resourceSelectors[0].namespace',
      'must not be given',
      'a namespaced policy selects objects of its own namespace only',
      select({ namespace: 'shop' }),
      select({}),
    ),
    follows(
      'placement.clusterNames[1]',
      dns1035Label,
      placed({ clusterNames: ['m1', 'M2'] }),
      placed({ clusterNames: ['m1', 'm2'] }),
    ),
    unique(
      'placement.exclude[1]',
      'must be unique',
      placed({ exclude: ['m1', 'm1'] }),
      placed({ exclude: ['m1'] }),
    ),
    oneOf(
      'placement.fieldSelectors[0].key',
      ['region', 'zone', 'version'],
      fact({ key: 'provider', values: ['a'] }),
      fact({ key: 'zone', values: ['a'] }),
    ),
    oneOf(
      'placement.fieldSelectors[0].operator',
      ['In', 'NotIn', 'Exists', 'DoesNotExist'],
      fact({ operator: 'Gt', values: ['a'] }),
      fact({ key: 'version', operator: 'Gt', values: ['1.32'] }),
    ),
    required(
      'placement.fieldSelectors[0].values',
      'is required for In and NotIn',
      'must have at least one value',
      fact({}),
      fact({ values: ['eu'] }),
    ),
    forbidden(
      'placement.fieldSelectors[0].values',
      'must not be given for Exists and DoesNotExist',
      'may not be given with the operator Exists',
      fact({ operator: 'Exists', values: ['eu'] }),
      fact({ operator: 'Exists' }),
    ),
    invalid(
      'placement.fieldSelectors[0].values',
      'must be exactly one for Gt and Lt',
      'the operator Lt needs exactly one value',
      fact({ key: 'version', operator: 'Lt', values: ['1.32', '1.33'] }),
      fact({ key: 'version', operator: 'Lt', values: ['1.32'] }),
    ),
    invalid(
      'placement.fieldSelectors[0].values[0]',
      'must be a version, for the key version',
      'must be a version, such as 1.33',
      fact({ key: 'version', values: ['latest'] }),
      fact({ key: 'version', values: ['v1.33.2'] }),
    ),
    oneOf(
      'placement.spreadConstraints[0].by',
      ['cluster', 'region', 'zone'],
      spread({ by: 'rack' }),
      spread({ by: 'zone' }),
    ),
    unique(
      'placement.spreadConstraints[1].by',
      'must be unique',
      spread({ by: 'zone' }, { by: 'zone' }),
      spread({ by: 'zone' }, { by: 'region' }),
    ),
    notZero(
      'placement.spreadConstraints[0].minGroups',
      spread({ by: 'zone', minGroups: -1 }),
      spread({ by: 'zone', minGroups: 1 }),
    ),
    notZero(
      'placement.spreadConstraints[0].maxGroups',
      spread({ by: 'zone', maxGroups: 0 }),
      spread({ by: 'zone', maxGroups: 1 }),
    ),
    invalid(
      'placement.spreadConstraints[0].maxGroups',
      'must not be less than minGroups',
      'must not be less than minGroups',
      spread({ by: 'zone', minGroups: 3, maxGroups: 2 }),
      spread({ by: 'zone', minGroups: 3, maxGroups: 3 }),
    ),
    invalid(
      'placement.clusterTolerations[0].effect',
      'must be NoExecute with tolerationSeconds',
      "effect must be 'NoExecute' when `tolerationSeconds` is set",
      placed({ clusterTolerations: [{ key: 'a', tolerationSeconds: 1, effect: 'NoSchedule' }] }),
      placed({ clusterTolerations: [{ key: 'a', tolerationSeconds: 1, effect: 'NoExecute' }] }),
    ),
    oneOf(
      'replicaScheduling.type',
      ['Divided', 'Duplicated'],
      scheduled({ type: 'Split' }),
      scheduled({ type: 'Duplicated' }),
    ),
    oneOf(
      'replicaScheduling.divideBy',
      ['FreeCapacity', 'Weight'],
      scheduled({ divideBy: 'Luck' }),
      scheduled({ divideBy: 'FreeCapacity' }),
    ),
    forbidden(
      'replicaScheduling.divideBy',
      'must not be given when replicas are duplicated',
      'may only be given with the type Divided',
      scheduled({ type: 'Duplicated', divideBy: 'Weight' }),
      scheduled({ divideBy: 'Weight' }),
    ),
    forbidden(
      'replicaScheduling.weights',
      'must only be given when replicas are divided by weight',
      'may only be given when replicas are divided by Weight',
      scheduled({ divideBy: 'FreeCapacity', weights: [{ weight: 1 }] }),
      scheduled({ weights: [{ weight: 1 }] }),
    ),
    notNegative(
      'replicaScheduling.weights[0].weight',
      scheduled({ weights: [{ weight: -1 }] }),
      scheduled({ weights: [{ clusterNames: ['m1'], weight: 0 }, { weight: 1 }] }),
    ),
    invalid(
      'replicaScheduling.weights',
      'must have a weight above zero',
      'at least one weight must be greater than zero',
      scheduled({ weights: [{ weight: 0 }] }),
      scheduled({ weights: [{ weight: 1 }] }),
    ),
    oneOf(
      'conflictResolution',
      ['Adopt', 'Skip'],
      { ...select({}), conflictResolution: 'Fight' },
      { ...select({}), conflictResolution: 'Adopt' },
    ),
  ],
}

export const clusterPropagationPolicyRules: RuleTable = {
  type: 'ClusterPropagationPolicy',
  at: 'spec',
  validate: (spec) => validateNew(clusterPropagationPolicy.storageVersion, { spec }),
  examples: [
    follows(
      'resourceSelectors[0].namespace',
      dns1123Label,
      select({ namespace: 'Shop' }),
      select({ namespace: 'shop' }),
    ),
  ],
}
