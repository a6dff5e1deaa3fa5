import { rulesOfCreate, rulesOfObject, rulesOfStatus, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import {
  type Body,
  fixed,
  follows,
  forbidden,
  given,
  oneOf,
  required,
  tooLarge,
} from '#meta/rule-examples.fixture.js'
import { volumeAttachment } from './index.js'

const version = volumeAttachment.storageVersion
const ATTACHED = { attacher: 'csi.example', source: { persistentVolumeName: 'v' }, nodeName: 'n' }
const source = (source: Body) => ({ source })
const NFS = { server: 's', path: '/' }
const EXACTLY_ONE = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'
const INLINE = { csi: { driver: 'csi.example', volumeHandle: 'v' }, accessModes: ['ReadWriteOnce'] }

export const attachmentRules = rulesOfObject({
  type: 'VolumeAttachment',
  version,
  at: 'spec',
  object: (spec) => ({ spec: { ...ATTACHED, ...spec } }),
  examples: [
    given('attacher', { attacher: '' }, { attacher: 'a' }, ['attacher']),
    required('source', 'must name a volume', EXACTLY_ONE, source({}), {}),
    forbidden(
      'source',
      'must name only one volume',
      EXACTLY_ONE,
      source({ persistentVolumeName: 'v', inlineVolumeSpec: INLINE }),
      source({ inlineVolumeSpec: INLINE }),
    ),
    required(
      'source.persistentVolumeName',
      'must not be empty',
      'must specify non empty persistentVolumeName',
      source({ persistentVolumeName: '' }),
      {},
      ['source.persistentVolumeName'],
    ),
    follows('nodeName', rfc1123Subdomain, { nodeName: '' }, { nodeName: 'a.b' }),
  ],
})

export const newAttachmentRules = rulesOfCreate({
  type: 'VolumeAttachment',
  version,
  at: 'spec',
  object: (spec) => ({ spec: { ...ATTACHED, ...spec } }),
  examples: [
    tooLarge('attacher', 63, { attacher: 'a'.repeat(64) }, { attacher: 'a'.repeat(63) }),
    follows('attacher', rfc1123Subdomain, { attacher: 'a_b' }, { attacher: 'A.b' }),
    follows(
      'source.persistentVolumeName',
      rfc1123Subdomain,
      source({ persistentVolumeName: 'V' }),
      source({ persistentVolumeName: 'v.w' }),
    ),
  ],
})

const HERE = 'in the context of inline volumes'
const notHere = (field: string, value: unknown) =>
  forbidden(field, 'must not be set', `may not be specified ${HERE}`, { [field]: value }, {})

export const inlineVolumeRules = rulesOfObject({
  type: 'PersistentVolumeSpec of a VolumeAttachment',
  version,
  at: 'spec.source.inlineVolumeSpec',
  object: (part) => ({ spec: { ...ATTACHED, ...source({ inlineVolumeSpec: { ...INLINE, ...part } }) } }),
  examples: [
    notHere('claimRef', { name: 'c', namespace: 'test' }),
    notHere('capacity', { storage: '1Gi' }),
    required('csi', 'is required', `has to be specified ${HERE}`, { csi: undefined, nfs: NFS }, {}),
    given('accessModes', { accessModes: [] }, {}),
    oneOf(
      'accessModes',
      ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'],
      { accessModes: ['Any'] },
      { accessModes: ['ReadOnlyMany'] },
    ),
    forbidden(
      'persistentVolumeReclaimPolicy',
      'must be Retain, if it is given',
      `may only be Retain ${HERE}`,
      { persistentVolumeReclaimPolicy: 'Delete' },
      { persistentVolumeReclaimPolicy: 'Retain' },
    ),
    notHere('nodeAffinity', {
      required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }] },
    }),
    given('csi.driver', { csi: { volumeHandle: 'v' } }, {}, ['csi.driver']),
    notHere('storageClassName', 'fast'),
    forbidden(
      'volumeMode',
      'must be Filesystem, if it is given',
      `may not specify volumeMode other than Filesystem ${HERE}`,
      { volumeMode: 'Block' },
      { volumeMode: 'Filesystem' },
    ),
  ],
})

export const attachmentChangeRules = rulesOfUpdate({
  type: 'VolumeAttachment',
  version,
  at: '',
  before: { spec: ATTACHED },
  object: (part) => ({ spec: { ...ATTACHED, ...part } }),
  examples: [fixed('spec', { nodeName: 'm' }, {})],
})

const SIZE = 256 * 1024

export const attachmentStatusRules = rulesOfStatus({
  type: 'VolumeAttachment',
  version,
  at: 'status',
  before: { spec: ATTACHED },
  object: (status) => ({ attached: true, ...status }),
  examples: [
    tooLarge(
      'attachmentMetadata',
      SIZE,
      { attachmentMetadata: { a: 'x'.repeat(SIZE) } },
      { attachmentMetadata: { a: 'x'.repeat(SIZE - 1) } },
    ),
    ...['attachError', 'detachError'].map((field) => ({
      ...tooLarge(
        `${field}.message`,
        SIZE,
        { [field]: { message: 'x'.repeat(1025) } },
        { [field]: { message: 'x'.repeat(1024) } },
      ),
      rule: 'must not be larger than 1024 bytes',
    })),
  ],
})
