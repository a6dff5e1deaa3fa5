import { validateChange, validateNew, validateReport } from '#kinds/example-objects.fixture.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import {
  type Body,
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

export const claimRules: RuleTable = {
  type: 'PersistentVolumeClaim',
  at: 'spec',
  validate: (spec) => validateNew(persistentVolumeClaim.storageVersion, { spec }),
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
    given('dataSourceRef.name', from({ name: '' }), from({}), ['dataSource.name']),
    given('dataSourceRef.kind', from({ kind: '' }), from({}), ['dataSource.kind']),
    invalid(
      'dataSourceRef',
      'must be a claim, or of a group',
      "must be 'PersistentVolumeClaim' when referencing the default apiGroup",
      from({ apiGroup: '' }),
      from({ apiGroup: '', kind: 'PersistentVolumeClaim' }),
      ['dataSource'],
    ),
    invalid(
      'dataSource',
      'must be that of dataSourceRef',
      'must match dataSourceRef',
      claim({ dataSourceRef: SNAPSHOT, dataSource: { ...SNAPSHOT, name: 'b' } }),
      claim({ dataSourceRef: SNAPSHOT, dataSource: SNAPSHOT }),
    ),
    invalid(
      'dataSource',
      'must not be set beside an object of another namespace',
      'may not be specified when dataSourceRef.namespace is specified',
      claim({ dataSourceRef: { ...SNAPSHOT, namespace: 'b' }, dataSource: SNAPSHOT }),
      claim({ dataSourceRef: { ...SNAPSHOT, namespace: 'b' } }),
    ),
  ],
}

const CLASS = 'volume.beta.kubernetes.io/storage-class'
const change = (part: Body, metadata: Body = {}) => ({ metadata, spec: claim(part) })

export const claimChangeRules: RuleTable = {
  type: 'PersistentVolumeClaim',
  on: 'change',
  at: '',
  validate: (body) => validateChange(persistentVolumeClaim.storageVersion, { spec: SPEC }, body),
  examples: [
    forbidden(
      'spec',
      'is immutable except for its volume; a bound claim may ask for more storage',
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      change({ accessModes: ['ReadOnlyMany'] }),
      change({ volumeName: 'pv' }),
    ),
    invalid(
      `metadata.annotations[${CLASS}]`,
      'is immutable',
      'field is immutable',
      change({}, { annotations: { [CLASS]: 'other' } }),
      change({}, { annotations: { other: 'x' } }),
    ),
  ],
}

export const claimStatusRules: RuleTable = {
  type: 'PersistentVolumeClaim',
  on: 'status',
  at: 'status',
  validate: (status) => validateReport(persistentVolumeClaim.storageVersion, { spec: SPEC }, status),
  examples: [
    invalid(
      'capacity[storage]',
      'must not be negative',
      'must be a valid resource quantity',
      { capacity: { storage: '-1' } },
      { capacity: { storage: '1' } },
    ),
  ],
}
