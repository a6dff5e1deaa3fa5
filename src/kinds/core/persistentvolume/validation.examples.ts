import { validateChange, validateNew } from '#kinds/example-objects.fixture.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import {
  type Body,
  fixed,
  follows,
  forbidden,
  given,
  notZero,
  oneOf,
  type RuleTable,
  required,
} from '#meta/rule-examples.fixture.js'
import { persistentVolume } from './index.js'

const SPEC = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' } }
const volume = (part: Body) => ({ ...SPEC, ...part })
const AFFINITY = {
  required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }] },
}
const local = (path: string, nodeAffinity?: Body) =>
  volume({ hostPath: undefined, local: { path }, nodeAffinity })
const csi = (part: Body) =>
  volume({ hostPath: undefined, csi: { driver: 'disks.example.com', volumeHandle: '1', ...part } })

export const persistentVolumeRules: RuleTable = {
  type: 'PersistentVolume',
  at: 'spec',
  validate: (spec) => validateNew(persistentVolume.storageVersion, { spec }),
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
    given('capacity', volume({ capacity: {} }), volume({})),
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
    given('local.path', local('', AFFINITY), local('/data', AFFINITY)),
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
    given('csi.driver', csi({ driver: '' }), csi({})),
    follows('csi.driver', rfc1123Subdomain, csi({ driver: 'a b' }), csi({ driver: 'A.B' })),
    given('csi.volumeHandle', csi({ volumeHandle: '' }), csi({})),
    given(
      'csi.nodeStageSecretRef.namespace',
      csi({ nodeStageSecretRef: { name: 'a' } }),
      csi({ nodeStageSecretRef: { name: 'a', namespace: 'b' } }),
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
  ],
}

export const persistentVolumeChangeRules: RuleTable = {
  type: 'PersistentVolume',
  on: 'change',
  at: 'spec',
  validate: (spec) =>
    validateChange(persistentVolume.storageVersion, { spec: volume({ nodeAffinity: AFFINITY }) }, { spec }),
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
    fixed('nodeAffinity', volume({}), volume({ nodeAffinity: AFFINITY })),
  ],
}
