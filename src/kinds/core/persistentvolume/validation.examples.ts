import { rulesOfObject, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import {
  type Body,
  fixed,
  follows,
  forbidden,
  given,
  invalid,
  notZero,
  oneOf,
  required,
} from '#meta/rule-examples.fixture.js'
import { persistentVolume } from './index.js'

const SPEC = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' } }
const volume = (part: Body) => ({ ...SPEC, ...part })
const on = (key: string) => ({
  required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'Exists' }] }] },
})
const AFFINITY = on('failure-domain.beta.kubernetes.io/zone')
const local = (path: string, nodeAffinity?: Body) =>
  volume({ hostPath: undefined, local: { path }, nodeAffinity })
const fromDriver = (part: Body) =>
  volume({ hostPath: undefined, csi: { driver: 'example.com', volumeHandle: 'a' }, ...part })

export const persistentVolumeRules = rulesOfObject({
  type: 'PersistentVolume',
  version: persistentVolume.storageVersion,
  at: 'spec',
  object: (spec) => ({ spec }),
  examples: [
    given('accessModes', volume({ accessModes: [] }), volume({})),
    oneOf(
      'accessModes',
      ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'],
      volume({ accessModes: ['Sometimes'] }),
      volume({ accessModes: ['ReadOnlyMany'] }),
    ),
    forbidden(
      'accessModes',
      'must not have ReadWriteOncePod with others',
      'may not use ReadWriteOncePod with other access modes',
      volume({ accessModes: ['ReadWriteOncePod', 'ReadOnlyMany'] }),
      volume({ accessModes: ['ReadWriteOncePod'] }),
    ),
    given('capacity', volume({ capacity: {} }), volume({}), ['capacity']),
    invalid(
      'capacity[storage]',
      'must not be negative',
      'must be a valid resource quantity',
      volume({ capacity: { storage: '-1' } }),
      volume({}),
      ['capacity[storage]'],
    ),
    oneOf('capacity', ['storage'], volume({ capacity: { cpu: '1' } }), volume({})),
    notZero('capacity[storage]', volume({ capacity: { storage: '0' } }), volume({})),
    oneOf(
      'persistentVolumeReclaimPolicy',
      ['Delete', 'Recycle', 'Retain'],
      volume({ persistentVolumeReclaimPolicy: 'Burn' }),
      volume({ persistentVolumeReclaimPolicy: 'Delete' }),
    ),
    required(
      '',
      'must have a source',
      'must specify a volume type',
      volume({ hostPath: undefined }),
      volume({}),
    ),
    forbidden(
      'nfs',
      'must be the only source',
      'may not specify more than 1 volume type',
      volume({ nfs: { server: 'a', path: '/b' } }),
      volume({ hostPath: undefined, nfs: { server: 'a', path: '/b' } }),
    ),
    required(
      'nodeAffinity',
      'is required for a local volume',
      'Local volume requires node affinity',
      local('/data'),
      local('/data', AFFINITY),
    ),
    required(
      'nodeAffinity.required',
      'is required',
      'must specify required node constraints',
      volume({ nodeAffinity: {} }),
      volume({ nodeAffinity: AFFINITY }),
    ),
    required(
      'nodeAffinity.required.nodeSelectorTerms',
      'must not be empty',
      'must have at least one node selector term',
      volume({ nodeAffinity: { required: {} } }),
      volume({ nodeAffinity: AFFINITY }),
    ),
    forbidden(
      'persistentVolumeReclaimPolicy',
      'must not be Recycle for the root of a node',
      "may not be 'recycle' for a hostPath mount of '/'",
      volume({ hostPath: { path: '/' }, persistentVolumeReclaimPolicy: 'Recycle' }),
      volume({ persistentVolumeReclaimPolicy: 'Recycle' }),
    ),
    follows(
      'storageClassName',
      rfc1123Subdomain,
      volume({ storageClassName: 'A' }),
      volume({ storageClassName: 'a' }),
    ),
    oneOf(
      'volumeMode',
      ['Block', 'Filesystem'],
      volume({ volumeMode: 'Tape' }),
      volume({ volumeMode: 'Block' }),
    ),
    required(
      'volumeAttributesClassName',
      'must not be empty',
      'an empty string is disallowed',
      fromDriver({ volumeAttributesClassName: '' }),
      fromDriver({ volumeAttributesClassName: 'gold' }),
    ),
    follows(
      'volumeAttributesClassName',
      rfc1123Subdomain,
      fromDriver({ volumeAttributesClassName: 'A' }),
      fromDriver({ volumeAttributesClassName: 'a' }),
    ),
    required(
      'csi',
      'must be the source of a volume with attributes',
      'has to be specified when using volumeAttributesClassName',
      volume({ volumeAttributesClassName: 'gold' }),
      fromDriver({ volumeAttributesClassName: 'gold' }),
    ),
  ],
})

export const persistentVolumeAttributesRules = rulesOfUpdate({
  type: 'PersistentVolume',
  version: persistentVolume.storageVersion,
  at: 'spec',
  before: { spec: fromDriver({ volumeAttributesClassName: 'gold' }) },
  object: (spec) => ({ spec }),
  examples: [
    forbidden(
      'volumeAttributesClassName',
      'can be replaced, but not removed',
      'update from non-nil value to nil is forbidden',
      fromDriver({}),
      fromDriver({ volumeAttributesClassName: 'silver' }),
    ),
  ],
})

export const persistentVolumeChangeRules = rulesOfUpdate({
  type: 'PersistentVolume',
  version: persistentVolume.storageVersion,
  at: 'spec',
  before: { spec: volume({ nodeAffinity: AFFINITY }) },
  object: (spec) => ({ spec }),
  examples: [
    forbidden(
      '',
      'must keep its source',
      'spec.persistentvolumesource is immutable after creation',
      volume({ nodeAffinity: AFFINITY, hostPath: { path: '/other' } }),
      volume({ nodeAffinity: AFFINITY, storageClassName: 'other' }),
    ),
    fixed(
      'volumeMode',
      volume({ nodeAffinity: AFFINITY, volumeMode: 'Block' }),
      volume({ nodeAffinity: AFFINITY }),
    ),
    invalid(
      'nodeAffinity',
      'is immutable, except for the names of labels that have become stable',
      'field is immutable, except for updating from beta label to GA',
      volume({}),
      volume({ nodeAffinity: on('topology.kubernetes.io/zone') }),
    ),
  ],
})

const MOUNT_OPTIONS = 'volume.beta.kubernetes.io/mount-options'

export const persistentVolumeAnnotationRules = rulesOfObject({
  type: 'PersistentVolume',
  version: persistentVolume.storageVersion,
  at: '',
  object: (body) => body,
  examples: [
    forbidden(
      `metadata.annotations[${MOUNT_OPTIONS}]`,
      'must not be set for a source that is not mounted',
      'may not specify mount options for this volume type',
      { metadata: { annotations: { [MOUNT_OPTIONS]: 'ro' } }, spec: volume({}) },
      {
        metadata: { annotations: { [MOUNT_OPTIONS]: 'ro' } },
        spec: volume({ hostPath: undefined, nfs: { server: 'a', path: '/' } }),
      },
    ),
  ],
})
