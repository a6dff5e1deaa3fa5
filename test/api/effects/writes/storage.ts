import type { Json } from '#test/support/client.js'
import { type EffectExample, effect, named, patch, post, put, rejected, select } from './example.js'

const STORAGE = '/apis/storage.k8s.io/v1'
const VOLUMES = '/api/v1/persistentvolumes'
const VOLUME = `${VOLUMES}/example`
const CLAIMS = '/api/v1/namespaces/test/persistentvolumeclaims'
const CLAIM = `${CLAIMS}/example`
const TIME = /^\d{4}-.*Z$/
const OLD = '2024-03-01T10:00:00Z'

const volume = (spec: Json = {}) =>
  named('example', {
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/a' }, ...spec },
  })
const claim = (spec: Json = {}) =>
  named('example', {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
  })
const SNAPSHOT = { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 's' }
const OTHER = { apiGroup: 'example.com', kind: 'Backup', name: 'b' }
const NONE = { 'spec.dataSource': undefined, 'spec.dataSourceRef': undefined }

export const storageEffects: readonly EffectExample[] = [
  effect(
    'PersistentVolume',
    'create',
    'status = {phase: Pending, lastPhaseTransitionTime: now}',
    post(
      VOLUMES,
      { ...volume({ volumeAttributesClassName: 'fast' }), status: { phase: 'Bound' } },
      {
        'status.phase': 'Pending',
        'status.lastPhaseTransitionTime': TIME,
        'spec.volumeAttributesClassName': undefined,
      },
    ),
  ),
  effect(
    'PersistentVolume',
    'update',
    'status = stored; spec.volumeAttributesClassName dropped',
    post(VOLUMES, volume()),
    patch(
      VOLUME,
      { spec: { volumeAttributesClassName: 'fast' }, status: { phase: 'Bound' } },
      {
        'status.phase': 'Pending',
        'spec.volumeAttributesClassName': undefined,
      },
    ),
  ),
  effect(
    'PersistentVolume',
    'status',
    'spec = stored; phase same and lastPhaseTransitionTime absent',
    post(VOLUMES, volume()),
    patch(
      `${VOLUME}/status`,
      { status: { lastPhaseTransitionTime: OLD } },
      {
        'status.lastPhaseTransitionTime': OLD,
      },
    ),
    patch(
      `${VOLUME}/status`,
      { status: { lastPhaseTransitionTime: null, reason: 'A' } },
      {
        'status.lastPhaseTransitionTime': OLD,
      },
    ),
    patch(
      `${VOLUME}/status`,
      { status: { phase: 'Available' } },
      {
        'status.lastPhaseTransitionTime': /^(?!2024)/,
      },
    ),
  ),
  effect(
    'PersistentVolume',
    'list',
    'field selectors: metadata.name (metadata.namespace accepted)',
    post(VOLUMES, volume()),
    select(VOLUMES, 'metadata.name=example', 'example'),
    select(VOLUMES, 'metadata.namespace=test'),
    rejected(
      VOLUMES,
      'spec.a=b',
      '"spec.a" is not a known field selector: only "metadata.name", "metadata.namespace"',
    ),
  ),
  effect(
    'PersistentVolumeClaim',
    'create',
    'status emptied (phase Pending by defaulting)',
    post(
      CLAIMS,
      {
        ...claim({ dataSource: SNAPSHOT, volumeAttributesClassName: 'fast' }),
        status: { phase: 'Bound', capacity: { storage: '1Gi' } },
      },
      {
        status: { phase: 'Pending' },
        'spec.volumeAttributesClassName': undefined,
        'spec.dataSource': SNAPSHOT,
        'spec.dataSourceRef': SNAPSHOT,
      },
    ),
    post(`${CLAIMS}?dryRun=All`, { ...claim({ dataSource: OTHER }), metadata: { name: 'a' } }, NONE),
    post(
      `${CLAIMS}?dryRun=All`,
      { ...claim({ dataSourceRef: OTHER }), metadata: { name: 'a' } },
      {
        'spec.dataSource': OTHER,
        'spec.dataSourceRef': OTHER,
      },
    ),
    post(
      `${CLAIMS}?dryRun=All`,
      { ...claim({ dataSourceRef: { ...OTHER, namespace: 'far' } }), metadata: { name: 'a' } },
      NONE,
    ),
  ),
  effect(
    'PersistentVolumeClaim',
    'update',
    'status = stored; the same drops',
    post(CLAIMS, claim({ dataSourceRef: OTHER })),
    put(CLAIM, claim({ dataSource: OTHER, volumeAttributesClassName: 'fast' }), {
      'spec.dataSource': OTHER,
      'spec.dataSourceRef': OTHER,
      'spec.volumeAttributesClassName': undefined,
      'status.phase': 'Pending',
    }),
  ),
  effect(
    'PersistentVolumeClaim',
    'status',
    'spec = stored; currentVolumeAttributesClassName',
    post(CLAIMS, claim()),
    patch(
      `${CLAIM}/status`,
      {
        spec: { volumeName: 'v' },
        status: {
          currentVolumeAttributesClassName: 'a',
          modifyVolumeStatus: { status: 'Pending' },
          allocatedResources: { storage: '1Gi' },
          allocatedResourceStatuses: { storage: 'NodeResizePending' },
        },
      },
      {
        'spec.volumeName': undefined,
        'status.currentVolumeAttributesClassName': undefined,
        'status.modifyVolumeStatus': undefined,
        'status.allocatedResources': { storage: '1Gi' },
        'status.allocatedResourceStatuses': { storage: 'NodeResizePending' },
      },
    ),
  ),
  effect(
    'PersistentVolumeClaim',
    'read',
    'dataSource and dataSourceRef copied to each other',
    post(CLAIMS, claim({ dataSourceRef: SNAPSHOT })),
    patch(
      CLAIM,
      { metadata: { labels: { a: 'b' } } },
      {
        'spec.dataSource': SNAPSHOT,
        'spec.dataSourceRef': SNAPSHOT,
      },
    ),
  ),
  effect(
    'PersistentVolume',
    'create',
    'default admission (StorageObjectInUseProtection)',
    post(
      VOLUMES,
      { ...volume(), metadata: { name: 'example', finalizers: ['example.com/a'] } },
      {
        'metadata.finalizers': ['example.com/a', 'kubernetes.io/pv-protection'],
      },
    ),
  ),
  effect(
    'PersistentVolumeClaim',
    'create',
    'default admission (StorageObjectInUseProtection)',
    post(CLAIMS, claim(), { 'metadata.finalizers': ['kubernetes.io/pvc-protection'] }),
  ),
  effect(
    'PersistentVolumeClaim',
    'create',
    'default admission (DefaultStorageClass)',
    post(`${CLAIMS}?dryRun=All`, claim(), { 'spec.storageClassName': undefined }),
    ...['fast', 'slow'].map((name) =>
      post(`${STORAGE}/storageclasses`, {
        metadata: { name, annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
        provisioner: 'a.b/c',
      }),
    ),
    post(`${CLAIMS}?dryRun=All`, claim(), { 'spec.storageClassName': /^(fast|slow)$/ }),
    post(`${CLAIMS}?dryRun=All`, claim({ storageClassName: '' }), { 'spec.storageClassName': '' }),
    post(
      `${CLAIMS}?dryRun=All`,
      {
        ...claim(),
        metadata: { name: 'example', annotations: { 'volume.beta.kubernetes.io/storage-class': 'old' } },
      },
      { 'spec.storageClassName': undefined },
    ),
  ),
  effect(
    'PersistentVolumeClaim',
    'update',
    'default admission (PersistentVolumeClaimResize)',
    post(CLAIMS, claim()),
    patch(
      CLAIM,
      { spec: { resources: { requests: { storage: '2Gi' } } } },
      { 'details.causes[0].field': 'spec' },
      422,
    ),
    patch(`${CLAIM}/status`, { status: { phase: 'Bound' } }),
    patch(
      CLAIM,
      { spec: { resources: { requests: { storage: '2Gi' } } } },
      {
        message:
          'persistentvolumeclaims "example" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
      },
      403,
    ),
  ),
  effect(
    'CSIDriver',
    'create',
    'spec.nodeAllocatableUpdatePeriodSeconds dropped',
    post(`${STORAGE}/csidrivers`, named('example', { spec: { nodeAllocatableUpdatePeriodSeconds: 10 } }), {
      'spec.nodeAllocatableUpdatePeriodSeconds': undefined,
      'metadata.generation': undefined,
    }),
  ),
  effect(
    'CSIDriver',
    'update',
    'nodeAllocatableUpdatePeriodSeconds dropped unless stored',
    post(`${STORAGE}/csidrivers`, named('example', { spec: {} })),
    patch(
      `${STORAGE}/csidrivers/example`,
      { spec: { nodeAllocatableUpdatePeriodSeconds: 10, requiresRepublish: true } },
      { 'spec.nodeAllocatableUpdatePeriodSeconds': undefined, 'metadata.generation': 1 },
    ),
  ),
  effect(
    'VolumeAttachment',
    'status',
    'spec = stored; metadata labels',
    post(
      `${STORAGE}/volumeattachments`,
      named('example', {
        spec: { attacher: 'csi.example', source: { persistentVolumeName: 'v' }, nodeName: 'n' },
      }),
    ),
    patch(
      `${STORAGE}/volumeattachments/example/status`,
      {
        metadata: { labels: { a: 'b' }, finalizers: ['example.com/a'] },
        spec: { nodeName: 'm' },
        status: {
          attached: true,
          attachError: { message: 'a', errorCode: 3 },
          detachError: { errorCode: 4 },
        },
      },
      {
        'metadata.labels': undefined,
        'metadata.finalizers': undefined,
        'spec.nodeName': 'n',
        'status.attached': true,
        'status.attachError.message': 'a',
        'status.attachError.errorCode': undefined,
        'status.detachError.errorCode': undefined,
      },
    ),
  ),
]
