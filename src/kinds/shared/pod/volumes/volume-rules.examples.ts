import { type PodPart, rulesOfPodPart } from '#kinds/pod-examples.fixture.js'
import { descendingPath, withoutStepsBack } from '#kinds/shared/formats.js'
import { type Body, follows, forbidden, given, invalid, oneOf, unique } from '#meta/rule-examples.fixture.js'

const volumes = (...list: Body[]) => ({ volumes: list })
const ISCSI = { targetPortal: 'p'.repeat(55), iqn: 'eui.0123456789abcdef' }
const named = { ...ISCSI, initiatorName: 'eui.0123456789abcdef' }

/** The rules on one volume source; the body is the source. */
export const sourceTable = (
  type: string,
  field: string,
  examples: NonNullable<PodPart['examples']>,
  more: Pick<PodPart, 'today' | 'legacy'> = {},
) =>
  rulesOfPodPart({
    type,
    at: `volumes[0].${field}`,
    // Tokens are those of a service account.
    spec: (source) => ({ serviceAccountName: 'robot', ...volumes({ name: 'v', [field]: source }) }),
    examples,
    ...more,
  })

/** The sources in the order in which they are checked, each with its required fields. */
const LAST_SOURCE = { scaleIO: { gateway: 'g', system: 's', volumeName: 'v' } }
const OTHER_SOURCES = [
  'hostPath',
  'gitRepo',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'secret',
  'nfs',
  'iscsi',
  'glusterfs',
  'flocker',
  'persistentVolumeClaim',
  'rbd',
  'cinder',
  'cephfs',
  'quobyte',
  'downwardAPI',
  'fc',
  'flexVolume',
  'configMap',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'storageos',
  'projected',
  'scaleIO',
]

export const volumeRules = rulesOfPodPart({
  type: 'Volume',
  at: '',
  spec: (spec) => spec,
  examples: ({ label }) => [
    given('volumes[0].name', volumes({ name: '' }), volumes({ name: 'v' })),
    follows('volumes[0].name', label, volumes({ name: 'a.b' }), volumes({ name: 'a-b' })),
    unique(
      'volumes[2].name',
      'must be unique in which nothing is wrong',
      volumes({ name: 'v' }, { name: 'w' }, { name: 'v' }),
      volumes({ name: 'v' }, { name: 'w' }),
    ),
    ...OTHER_SOURCES.map((source) =>
      forbidden(
        `volumes[0].${source}`,
        'must be the only source',
        'may not specify more than 1 volume type',
        volumes({ name: 'v', emptyDir: {}, [source]: {} }),
        volumes({ name: 'v', ...LAST_SOURCE }),
      ),
    ),
    invalid(
      'volumes[0].name',
      'must leave room for the portal beside an iscsi.initiatorName: 64 characters with a colon between',
      'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.',
      volumes({ name: 'ninechars', iscsi: named }),
      volumes({ name: 'eight-ch', iscsi: named }, { name: 'ninechars', iscsi: ISCSI }),
    ),
  ],
  today: [
    ...['csi', 'ephemeral'].map((source) =>
      forbidden(
        `volumes[0].${source}`,
        'must be the only source',
        'may not specify more than 1 volume type',
        volumes({ name: 'v', emptyDir: {}, [source]: {} }),
        volumes({ name: 'v', ...LAST_SOURCE }),
      ),
    ),
  ],
})

export const emptyDirRules = sourceTable('EmptyDirVolumeSource', 'emptyDir', [
  forbidden(
    'sizeLimit',
    'must not be negative',
    'SizeLimit field must be a valid resource quantity',
    { sizeLimit: '-1' },
    { sizeLimit: '1Gi', medium: 'HugePages' },
  ),
])

export const hostPathRules = sourceTable('HostPathVolumeSource', 'hostPath', [
  given('path', { path: '', type: 'Odd' }, { path: '/' }),
  follows('path', withoutStepsBack, { path: '/a/..' }, { path: '/a/..b' }),
  oneOf(
    'type',
    ['', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'],
    { path: '/', type: 'Odd' },
    { path: '/', type: 'Socket' },
  ),
])

export const gitRepoRules = sourceTable('GitRepoVolumeSource', 'gitRepo', [
  given('repository', { repository: '' }, { repository: 'r' }),
  follows(
    'directory',
    descendingPath,
    { repository: 'r', directory: '/a' },
    { repository: 'r', directory: 'a' },
  ),
])
