import { pod } from '#kinds/core/pod/index.js'
import { MAIN, rulesOfSubresource } from '#kinds/example-objects.fixture.js'
import { type Body, forbidden, invalid, known, type RuleTable, unique } from '#meta/rule-examples.fixture.js'
import { updateEphemeralContainers } from './ephemeral-containers.js'

const LOOK = { name: 'look', image: 'tools:1' }
const PROBE = { exec: { command: ['true'] } }
const FIRST = { name: 'first', image: 'setup:1' }
const ADDED = { ephemeralContainers: [LOOK] }
const MIRROR = 'kubernetes.io/config.mirror'

const added = (...containers: Body[]) => ({
  ephemeralContainers: containers.map((container) => ({ ...LOOK, ...container })),
})

/** A body has the ephemeral containers, and in `was` what else is true of the pod. */
const rulesOfAddition = (type: string, examples: RuleTable['examples'], at = 'spec') =>
  rulesOfSubresource({
    type,
    on: 'ephemeralcontainers',
    version: pod.storageVersion,
    update: updateEphemeralContainers,
    at,
    before: ({ was }) => ({ ...(was as Body), spec: SPEC }),
    object: ({ was, ...part }) => ({ ...(was as Body), spec: { ...SPEC, ...part } }),
    examples,
  })

const SPEC = {
  containers: [MAIN],
  initContainers: [FIRST],
  volumes: [{ name: 'data' }],
  nodeName: 'n',
}

const notAllowed = (field: string, value: unknown) =>
  forbidden(
    `ephemeralContainers[0].${field}`,
    'must not be set',
    'cannot be set for an Ephemeral Container',
    added({ [field]: value }),
    ADDED,
  )

const mounted = (part: Body) => added({ volumeMounts: [{ name: 'data', mountPath: '/data', ...part }] })

const addedContainers = rulesOfAddition('EphemeralContainer', [
  invalid(
    'ephemeralContainers[0].image',
    'must not begin or end with white space',
    'must not have leading or trailing whitespace',
    added({ image: ' tools:1' }),
    ADDED,
  ),
  unique(
    'ephemeralContainers[0].name',
    'must differ from those of all other containers',
    added({ name: 'first' }),
    ADDED,
  ),
  unique('ephemeralContainers[1].name', 'must be unique', added({}, {}), added({}, { name: 'again' })),
  known(
    'ephemeralContainers[0].targetContainerName',
    'must be a container or an init container',
    added({ targetContainerName: 'other' }),
    added({ targetContainerName: 'first' }),
  ),
  notAllowed('ports', [{ containerPort: 80 }]),
  notAllowed('resources', { limits: { cpu: '1' } }),
  notAllowed('resizePolicy', [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }]),
  notAllowed('restartPolicy', 'Always'),
  notAllowed('livenessProbe', PROBE),
  notAllowed('readinessProbe', PROBE),
  notAllowed('startupProbe', PROBE),
  notAllowed('lifecycle', { preStop: PROBE }),
  ...['subPath', 'subPathExpr'].map((field) =>
    forbidden(
      `ephemeralContainers[0].volumeMounts[0].${field}`,
      'must not be set',
      'cannot be set for an Ephemeral Container',
      mounted({ [field]: 'a' }),
      mounted({}),
    ),
  ),
])

const keptContainers = rulesOfSubresource({
  type: 'Pod with an ephemeral container',
  on: 'ephemeralcontainers',
  version: pod.storageVersion,
  update: updateEphemeralContainers,
  at: 'spec',
  before: { spec: { ...SPEC, ...ADDED } },
  object: (part) => ({ spec: { ...SPEC, ...part } }),
  examples: [
    forbidden(
      'ephemeralContainers',
      'must not lose a container',
      'existing ephemeral containers "look" may not be removed\n',
      added({ name: 'again' }),
      added({}, { name: 'again' }),
    ),
    forbidden(
      'ephemeralContainers',
      'must not change a container',
      'existing ephemeral containers "look" may not be changed\nchanged: look.image\n',
      added({ image: 'tools:2' }),
      added({ name: 'again' }, {}),
    ),
  ],
})

const staticPods = rulesOfAddition(
  'Pod that takes no ephemeral containers',
  [
    forbidden(
      '[]',
      'must not be a copy of a pod that its node runs by itself',
      'static pods do not support ephemeral containers',
      { was: { metadata: { annotations: { [MIRROR]: 'a' } } }, ...ADDED },
      ADDED,
    ),
  ],
  '',
)

export const ephemeralContainerRules = [addedContainers, keptContainers, staticPods]
