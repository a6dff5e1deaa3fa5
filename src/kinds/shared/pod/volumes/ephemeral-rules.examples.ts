import { pod } from '#kinds/core/pod/index.js'
import { rulesOfObject } from '#kinds/example-objects.fixture.js'
import { labelValue, qualifiedName, rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import {
  type Body,
  follows,
  forbidden,
  given,
  invalid,
  notZero,
  oneOf,
  required,
  tooLarge,
} from '#meta/rule-examples.fixture.js'
import { sourceTable } from './volume-rules.examples.js'

const CLAIM = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
const claim = (part: Body, metadata?: Body) => ({
  volumeClaimTemplate: { metadata, spec: { ...CLAIM, ...part } },
})
const described = (metadata: Body) => claim({}, metadata)
const size = (storage: string) => claim({ resources: { requests: { storage } } })

const SNAPSHOT = { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 's' }
const MAX_ANNOTATIONS = 256 * 1024
const AT = 'volumeClaimTemplate'

const OF_THE_SERVER: Body = {
  name: 'a',
  generateName: 'a',
  namespace: 'test',
  selfLink: '/a',
  uid: 'a',
  resourceVersion: '1',
  generation: 1,
  creationTimestamp: '2020-01-01T00:00:00Z',
  deletionTimestamp: '2020-01-01T00:00:00Z',
  deletionGracePeriodSeconds: 1,
  ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'a' }],
  finalizers: ['example.com/a'],
}

const sourceExamples = (field: string) => {
  const at = `${AT}.spec.${field}`
  const source = (part: Body) => claim({ [field]: { ...SNAPSHOT, ...part } })
  return [
    given(`${at}.name`, source({ name: '' }), source({})),
    given(`${at}.kind`, source({ kind: '' }), source({})),
    invalid(
      at,
      'must be a claim without apiGroup',
      "must be 'PersistentVolumeClaim' when referencing the default apiGroup",
      source({ apiGroup: '' }),
      source({ apiGroup: undefined, kind: 'PersistentVolumeClaim' }),
    ),
    follows(`${at}.apiGroup`, rfc1123Subdomain, source({ apiGroup: 'A' }), source({ apiGroup: 'a.b' })),
  ]
}

export const ephemeralRules = sourceTable('EphemeralVolumeSource', 'ephemeral', [], {
  today: [
    given(AT, {}, claim({})),
    invalid(
      `${AT}.metadata.annotations`,
      'keys, in lower case, must match the format',
      qualifiedName,
      described({ annotations: { 'a b': '' } }),
      described({ annotations: { 'A.b/C': '' } }),
    ),
    tooLarge(
      `${AT}.metadata.annotations`,
      MAX_ANNOTATIONS,
      described({ annotations: { a: 'ü'.repeat(MAX_ANNOTATIONS / 2) } }),
      described({ annotations: { a: 'ü'.repeat(MAX_ANNOTATIONS / 2 - 1) } }),
    ),
    invalid(
      `${AT}.metadata.labels`,
      'keys must match the format',
      qualifiedName,
      described({ labels: { 'a b': '' } }),
      described({ labels: { 'a/b': '' } }),
    ),
    invalid(
      `${AT}.metadata.labels`,
      'values must match the format',
      labelValue,
      described({ labels: { a: 'x y' } }),
      described({ labels: { a: 'x.y' } }),
    ),
    ...Object.entries(OF_THE_SERVER).map(([field, value]) =>
      forbidden(
        `${AT}.metadata.${field}`,
        'must not be set',
        'cannot be set',
        described({ [field]: value }),
        described({ labels: { a: 'b' } }),
      ),
    ),
    required(
      `${AT}.spec.accessModes`,
      'must have an element',
      'at least 1 access mode is required',
      claim({ accessModes: [] }),
      claim({}),
    ),
    invalid(
      `${AT}.spec.selector.matchExpressions[0].operator`,
      'must be an operator of label selectors',
      'not a valid selector operator',
      claim({ selector: { matchExpressions: [{ key: 'a', operator: 'Like' }] } }),
      claim({ selector: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } }),
    ),
    oneOf(
      `${AT}.spec.accessModes`,
      ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'],
      claim({ accessModes: ['Write'] }),
      claim({ accessModes: ['ReadWriteOncePod'] }),
    ),
    forbidden(
      `${AT}.spec.accessModes`,
      'must be ReadWriteOncePod alone or others',
      'may not use ReadWriteOncePod with other access modes',
      claim({ accessModes: ['ReadWriteOncePod', 'ReadOnlyMany'] }),
      claim({ accessModes: ['ReadWriteOnce', 'ReadOnlyMany'] }),
    ),
    given(`${AT}.spec.resources[storage]`, claim({ resources: {} }), claim({})),
    notZero(`${AT}.spec.resources[storage]`, size('0'), size('1')),
    follows(
      `${AT}.spec.storageClassName`,
      rfc1123Subdomain,
      claim({ storageClassName: 'A' }),
      claim({ storageClassName: '' }),
    ),
    oneOf(
      `${AT}.spec.volumeMode`,
      ['Block', 'Filesystem'],
      claim({ volumeMode: 'Raw' }),
      claim({ volumeMode: 'Block' }),
    ),
    ...sourceExamples('dataSource'),
    ...sourceExamples('dataSourceRef'),
    follows(
      `${AT}.spec.dataSourceRef.namespace`,
      rfc1123Label,
      claim({ dataSourceRef: { ...SNAPSHOT, namespace: 'a.b' } }),
      claim({ dataSourceRef: { ...SNAPSHOT, namespace: 'a' } }),
    ),
    invalid(
      `${AT}.spec`,
      'must not have a dataSource together with a dataSourceRef of a namespace',
      'may not be specified when dataSourceRef.namespace is specified',
      claim({ dataSource: SNAPSHOT, dataSourceRef: { ...SNAPSHOT, namespace: 'a' } }),
      claim({ dataSourceRef: { ...SNAPSHOT, namespace: 'a' } }),
    ),
    invalid(
      `${AT}.spec`,
      'must have a dataSource that is the same as dataSourceRef',
      'must match dataSourceRef',
      claim({ dataSource: SNAPSHOT, dataSourceRef: { ...SNAPSHOT, name: 't' } }),
      claim({ dataSource: SNAPSHOT, dataSourceRef: SNAPSHOT }),
    ),
  ],
})

const named = (name: string, volumes: readonly Body[]) => ({
  metadata: { name },
  spec: { containers: [{ name: 'main', image: 'web:1' }], volumes },
})
const ephemeral = { name: 'v', ephemeral: claim({}) }

/** The name of a template's pod is not known, so these are rules of pods only. */
export const ownedClaimRules = rulesOfObject({
  type: 'Volume of a pod',
  version: pod.storageVersion,
  at: 'spec',
  object: ({ name = 'p', volumes = [] }) => named(name as string, volumes as Body[]),
  examples: [
    invalid(
      'volumes[0].name',
      'of an ephemeral volume must make the name of a claim together with that of the pod',
      `PVC name "${'p'.repeat(252)}-v": must be no more than 253 characters`,
      { name: 'p'.repeat(252), volumes: [ephemeral] },
      { name: 'p'.repeat(251), volumes: [ephemeral] },
    ),
    invalid(
      'volumes[0].persistentVolumeClaim.claimName',
      'must not be that of the claim of an ephemeral volume',
      'must not reference a PVC that gets created for an ephemeral volume',
      { name: 'p', volumes: [{ name: 'w', persistentVolumeClaim: { claimName: 'p-v' } }, ephemeral] },
      { name: 'p', volumes: [{ name: 'w', persistentVolumeClaim: { claimName: 'p-w' } }, ephemeral] },
    ),
  ],
})
