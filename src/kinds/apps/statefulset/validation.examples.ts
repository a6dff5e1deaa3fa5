import {
  rulesOfCreate,
  rulesOfObject,
  rulesOfStatus,
  rulesOfUpdate,
  template,
} from '#kinds/example-objects.fixture.js'
import { currentTemplateExamples } from '#kinds/shared/workload/rules.examples.js'
import { labelValue, qualifiedName, rfc1123Label } from '#meta/formats.js'
import {
  type Body,
  follows,
  forbidden,
  given,
  invalid,
  notNegative,
  oneOf,
  type RuleExample,
} from '#meta/rule-examples.fixture.js'
import { statefulSet } from './index.js'

const SELECTOR = { matchLabels: { app: 'web' } }
const rolling = (rollingUpdate: Body) => ({ updateStrategy: { rollingUpdate } })
const retaining = (policy: Body) => ({ persistentVolumeClaimRetentionPolicy: policy })
const UNUSABLE = { matchExpressions: [{ key: 'a b', operator: 'Exists' }] }
const LABELLED = template({}, { labels: { app: 'web', tier: 'front' } })

const spec = (part: Body = {}) => ({ spec: { selector: SELECTOR, template: template(), ...part } })

export const statefulSetRules = rulesOfObject({
  type: 'StatefulSet',
  version: statefulSet.storageVersion,
  at: 'spec',
  object: spec,
  examples: [
    invalid(
      'podManagementPolicy',
      'must be OrderedReady or Parallel',
      "must be 'OrderedReady' or 'Parallel'",
      { podManagementPolicy: 'Chaos' },
      { podManagementPolicy: 'Parallel' },
    ),
    invalid(
      'updateStrategy',
      'must be of type RollingUpdate or OnDelete',
      "must be 'RollingUpdate' or 'OnDelete'",
      { updateStrategy: { type: 'Recreate' } },
      { updateStrategy: { type: 'OnDelete' } },
    ),
    invalid(
      'updateStrategy.rollingUpdate',
      'must not be set with OnDelete',
      "only allowed for updateStrategy 'RollingUpdate'",
      { updateStrategy: { type: 'OnDelete', rollingUpdate: {} } },
      { updateStrategy: { type: 'RollingUpdate', rollingUpdate: {} } },
    ),
    notNegative(
      'updateStrategy.rollingUpdate.partition',
      rolling({ partition: -1 }),
      rolling({ partition: 0 }),
    ),
    ...['whenDeleted', 'whenScaled'].map((event) =>
      oneOf(
        `persistentVolumeClaimRetentionPolicy.${event}`,
        ['Retain', 'Delete'],
        retaining({ [event]: 'Sell' }),
        retaining({ [event]: 'Delete' }),
      ),
    ),
    notNegative('replicas', { replicas: -1 }, { replicas: 0 }),
    notNegative('minReadySeconds', { minReadySeconds: -1 }, { minReadySeconds: 0 }),
    notNegative('ordinals.start', { ordinals: { start: -1 } }, { ordinals: { start: 0 } }),
    given('selector', { selector: null }, {}, ['template.metadata.labels']),
    invalid(
      'selector',
      'must be a valid selector; if not, the template is not checked',
      '',
      { selector: UNUSABLE, template: template({}, { labels: { 'a b': '' } }) },
      { selector: SELECTOR },
      ['selector.matchExpressions[0].key'],
    ),
    ...currentTemplateExamples('statefulset', 'StatefulSet'),
    invalid(
      'template.labels',
      'keys must match the format',
      qualifiedName,
      { template: template({}, { labels: { app: 'web', 'a b': '' } }) },
      { template: template({}, { labels: { app: 'web', 'a/b': '' } }) },
    ),
    invalid(
      'template.labels',
      'values must match the format',
      labelValue,
      { template: template({}, { labels: { app: 'web', b: 'not a value' } }) },
      { template: template({}, { labels: { app: 'web', b: '' } }) },
    ),
  ],
})

const LASTING =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden"

const lasting = (after: Body): RuleExample =>
  forbidden('', `must not change ${Object.keys(after).join()}`, LASTING, after, { replicas: 2 })

export const newStatefulSetRules = rulesOfCreate({
  type: 'StatefulSet',
  version: statefulSet.storageVersion,
  at: 'spec',
  object: spec,
  examples: [follows('serviceName', rfc1123Label, { serviceName: 'Web' }, { serviceName: 'web' })],
})

export const statefulSetChangeRules = rulesOfUpdate({
  type: 'StatefulSet',
  version: statefulSet.storageVersion,
  at: 'spec',
  before: spec({ template: LABELLED }),
  object: (part) => spec({ template: LABELLED, ...part }),
  examples: [
    lasting({ selector: { matchLabels: { tier: 'front' } } }),
    lasting({ serviceName: 'other' }),
    lasting({ podManagementPolicy: 'Parallel' }),
    lasting({ volumeClaimTemplates: [{ metadata: { name: 'data' } }] }),
  ],
})

const TOO_MANY = 'cannot be greater than status.replicas'
const PARTS = ['readyReplicas', 'currentReplicas', 'updatedReplicas'] as const

export const statefulSetStatusRules = rulesOfStatus({
  type: 'StatefulSet',
  version: statefulSet.storageVersion,
  at: 'status',
  before: ({ before = {} }) => ({ ...spec(), status: before }),
  object: ({ before: _, ...status }) => status,
  examples: [
    notNegative('replicas', { replicas: -1 }, { replicas: 0 }, [...PARTS, 'availableReplicas']),
    notNegative('currentReplicas', { currentReplicas: -1 }, { currentReplicas: 0 }),
    notNegative('updatedReplicas', { updatedReplicas: -1 }, { updatedReplicas: 0 }),
    notNegative('readyReplicas', { readyReplicas: -1 }, { readyReplicas: 0 }, ['availableReplicas']),
    notNegative('availableReplicas', { availableReplicas: -1 }, { availableReplicas: 0 }),
    notNegative('observedGeneration', { observedGeneration: -1 }, { observedGeneration: 0 }),
    notNegative('collisionCount', { collisionCount: -1 }, { collisionCount: 0 }),
    ...PARTS.map((part) =>
      invalid(
        part,
        'must not be more than replicas',
        TOO_MANY,
        { replicas: 1, [part]: 2 },
        { replicas: 1, [part]: 1 },
      ),
    ),
    invalid(
      'availableReplicas',
      'must not be more than readyReplicas',
      'cannot be greater than status.readyReplicas',
      { replicas: 2, readyReplicas: 1, availableReplicas: 2 },
      { replicas: 2, readyReplicas: 2, availableReplicas: 2 },
    ),
    invalid(
      'availableReplicas',
      'must not be more than replicas',
      TOO_MANY,
      { replicas: 1, availableReplicas: 2 },
      { replicas: 1, readyReplicas: 1, availableReplicas: 1 },
      ['availableReplicas'],
    ),
    invalid(
      'collisionCount',
      'must not decrease or be removed',
      'cannot be decremented',
      { before: { collisionCount: 1 } },
      { collisionCount: 1, before: { collisionCount: 1 } },
    ),
  ],
})
