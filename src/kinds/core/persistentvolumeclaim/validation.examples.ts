import { rulesOfObject, rulesOfStatus, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { FieldErrors } from '#meta/field-errors.js'
import { qualifiedName, rfc1123Subdomain } from '#meta/formats.js'
import {
  type Body,
  fixed,
  follows,
  forbidden,
  given,
  invalid,
  notZero,
  oneOf,
  type RuleTable,
  required,
} from '#meta/rule-examples.fixture.js'
import { persistentVolumeClaim } from './index.js'

const storage = (storage: string) => ({ resources: { requests: { storage } } })
const SPEC = { accessModes: ['ReadWriteOnce'], storageClassName: 'manual', ...storage('1Gi') }
const claim = (part: Body) => ({ ...SPEC, ...part })
const SNAPSHOT = { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'a' }
const from = (part: Body) => claim({ dataSourceRef: { ...SNAPSHOT, ...part } })

export const claimRules = rulesOfObject({
  type: 'PersistentVolumeClaim',
  version: persistentVolumeClaim.storageVersion,
  at: 'spec',
  object: (spec) => ({ spec }),
  examples: [
    required(
      'accessModes',
      'must not be empty',
      'at least 1 access mode is required',
      claim({ accessModes: [] }),
      claim({}),
    ),
    oneOf(
      'accessModes',
      ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'],
      claim({ accessModes: ['Sometimes'] }),
      claim({}),
    ),
    forbidden(
      'accessModes',
      'must not have ReadWriteOncePod with others',
      'may not use ReadWriteOncePod with other access modes',
      claim({ accessModes: ['ReadWriteOncePod', 'ReadOnlyMany'] }),
      claim({ accessModes: ['ReadWriteOncePod'] }),
    ),
    given('resources[storage]', claim({ resources: {} }), claim({})),
    notZero('resources[storage]', claim(storage('0')), claim({})),
    follows(
      'storageClassName',
      rfc1123Subdomain,
      claim({ storageClassName: 'A' }),
      claim({ storageClassName: '' }),
    ),
    oneOf(
      'volumeMode',
      ['Block', 'Filesystem'],
      claim({ volumeMode: 'Tape' }),
      claim({ volumeMode: 'Block' }),
    ),
    ...['dataSource', 'dataSourceRef'].flatMap((field) => {
      const copy = [field === 'dataSource' ? 'dataSourceRef' : 'dataSource']
      return [
        given(
          `${field}.name`,
          from({ name: '' }),
          from({}),
          copy.map((name) => `${name}.name`),
        ),
        given(
          `${field}.kind`,
          from({ kind: '' }),
          from({}),
          copy.map((name) => `${name}.kind`),
        ),
        invalid(
          field,
          'must be a claim, or of a group',
          "must be 'PersistentVolumeClaim' when referencing the default apiGroup",
          from({ apiGroup: '' }),
          from({ apiGroup: '', kind: 'PersistentVolumeClaim' }),
          copy,
        ),
        follows(
          `${field}.apiGroup`,
          rfc1123Subdomain,
          from({ apiGroup: 'A' }),
          from({ apiGroup: 'a' }),
          copy.map((name) => `${name}.apiGroup`),
        ),
      ]
    }),
    invalid(
      '',
      'must name one data source, if both fields are set',
      'must match dataSourceRef',
      claim({ dataSourceRef: SNAPSHOT, dataSource: { ...SNAPSHOT, name: 'b' } }),
      claim({ dataSourceRef: SNAPSHOT, dataSource: SNAPSHOT }),
    ),
    required(
      'selector.matchExpressions[0].values',
      'must be given with In',
      "must be specified when `operator` is 'In' or 'NotIn'",
      claim({ selector: { matchExpressions: [{ key: 'a', operator: 'In' }] } }),
      claim({ selector: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } }),
    ),
    follows(
      'volumeAttributesClassName',
      rfc1123Subdomain,
      claim({ volumeAttributesClassName: 'A' }),
      claim({ volumeAttributesClassName: 'a' }),
    ),
  ],
})

const FIXED =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims'
const CLASS = 'volume.beta.kubernetes.io/storage-class'
const change = (part: Body, metadata: Body = {}) => ({ metadata, spec: claim(part) })
const smaller = change(storage('1'))

export const claimChangeRules = rulesOfUpdate({
  type: 'PersistentVolumeClaim',
  version: persistentVolumeClaim.storageVersion,
  at: '',
  before: { spec: SPEC },
  object: (body) => body,
  examples: [
    invalid(
      `metadata.annotations[${CLASS}]`,
      'is immutable',
      'field is immutable',
      change({}, { annotations: { [CLASS]: 'other' } }),
      change({}, { annotations: { other: 'x' } }),
    ),
    forbidden(
      'spec',
      'is immutable except for its volume; a bound claim may ask for more storage',
      FIXED,
      change({ accessModes: ['ReadOnlyMany'] }),
      change({ volumeName: 'pv' }),
    ),
    fixed('spec.volumeMode', change({ volumeMode: 'Block' }), change({ volumeMode: 'Filesystem' }), ['spec']),
  ],
})

const BOUND = {
  spec: claim({ volumeName: 'pv', volumeAttributesClassName: 'gold' }),
  status: { phase: 'Bound', capacity: { storage: '1Gi' } },
}

/** A client cannot create a claim that is bound. */
export const boundClaimRules: RuleTable = {
  type: 'PersistentVolumeClaim, once it is bound',
  kind: 'PersistentVolumeClaim',
  on: 'change',
  at: 'spec',
  validate: (spec) => validateBound(claim({ volumeName: 'pv', ...spec })),
  examples: [
    forbidden(
      'resources.requests.storage',
      'must not be less than the capacity',
      'field can not be less than status.capacity',
      { ...smaller.spec, volumeAttributesClassName: 'gold' },
      { ...storage('2Gi'), volumeAttributesClassName: 'gold' },
    ),
    forbidden(
      'volumeAttributesClassName',
      'can be replaced, but not removed',
      'update from non-nil value to nil is forbidden',
      {},
      { volumeAttributesClassName: 'other' },
    ),
    forbidden(
      'volumeAttributesClassName',
      'must not become empty',
      'update from non-nil value to an empty string is forbidden',
      { volumeAttributesClassName: '' },
      { volumeAttributesClassName: 'other' },
    ),
  ],
}

function validateBound(spec: Body) {
  const { decode, rules } = persistentVolumeClaim.storageVersion
  const errors = new FieldErrors()
  rules.validateUpdate?.(decode({ ...BOUND, spec }), decode(BOUND), errors)
  return errors.all
}

const RESIZES = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
]
const PENDING = { storage: 'NodeResizePending' }

export const claimStatusRules = rulesOfStatus({
  type: 'PersistentVolumeClaim',
  version: persistentVolumeClaim.storageVersion,
  at: 'status',
  before: { spec: SPEC },
  object: (status) => status,
  examples: [
    invalid(
      'capacity[storage]',
      'must not be negative',
      'must be a valid resource quantity',
      { capacity: { storage: '-1' } },
      { capacity: { storage: '1' } },
    ),
    follows(
      'allocatedResourceStatuses',
      qualifiedName,
      { allocatedResourceStatuses: { 'a b': 'NodeResizePending' } },
      { allocatedResourceStatuses: PENDING },
    ),
    oneOf(
      'allocatedResourceStatuses',
      ['storage'],
      { allocatedResourceStatuses: { cpu: 'NodeResizePending' } },
      { allocatedResourceStatuses: { 'example.com/disk': 'NodeResizePending' } },
    ),
    oneOf(
      'allocatedResourceStatuses',
      RESIZES,
      { allocatedResourceStatuses: { storage: 'Growing' } },
      { allocatedResourceStatuses: PENDING },
    ),
    follows(
      'allocatedResources',
      qualifiedName,
      { allocatedResources: { 'a b': '1' } },
      { allocatedResources: { storage: '1' } },
    ),
    oneOf(
      'allocatedResources',
      ['storage'],
      { allocatedResources: { cpu: '1' } },
      { allocatedResources: { 'example.com/disk': '1' } },
    ),
    invalid(
      'allocatedResources[storage]',
      'must not be negative',
      'must be a valid resource quantity',
      { allocatedResources: { storage: '-1' } },
      { allocatedResources: { storage: '1' } },
    ),
  ],
})
