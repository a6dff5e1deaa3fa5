import { rulesOfCreate, rulesOfObject } from '#kinds/example-objects.fixture.js'
import { type Body, forbidden, invalid, oneOf } from '#meta/rule-examples.fixture.js'
import { pod } from './index.js'

const MAIN = { name: 'main', image: 'web:1' }
const spec = (part: Body = {}) => ({ spec: { containers: [MAIN], ...part } })
const container = (part: Body) => ({ containers: [{ ...MAIN, ...part }] })
const init = (part: Body) => ({ initContainers: [{ name: 'first', image: 'a', ...part }] })
const PROBE = { exec: { command: ['true'] } }

const SECCOMP = 'seccomp.security.alpha.kubernetes.io/pod'
const CONTAINER_SECCOMP = 'container.seccomp.security.alpha.kubernetes.io/main'
const APPARMOR = 'container.apparmor.security.beta.kubernetes.io/main'
const TOKEN = { volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }] }

/** The annotation is part of the metadata: the body has it beside the fields of the spec. */
const annotated = ({ annotations, ...part }: Body) => ({
  ...(annotations ? { metadata: { annotations } } : {}),
  ...spec(part),
})
const local = (localhostProfile: string) => ({ type: 'Localhost', localhostProfile })

const profileExamples = (name: string, field: string, key: string, within: (profile: Body) => Body) => [
  forbidden(
    `${field}.type`,
    'must be that of the annotation',
    `${name} type in annotation and field must match`,
    { annotations: { [key]: 'unconfined' }, ...within({ type: 'RuntimeDefault' }) },
    { annotations: { [key]: 'runtime/default' }, ...within({ type: 'RuntimeDefault' }) },
  ),
  forbidden(
    `${field}.localhostProfile`,
    'must be that of the annotation',
    `${name} profile in annotation and field must match`,
    { annotations: { [key]: 'localhost/a' }, ...within(local('b')) },
    { annotations: { [key]: 'localhost/a' }, ...within(local('a')) },
  ),
]

/** Rules of new pods only: no update can break them. */
const newPods = rulesOfCreate({
  type: 'Pod that is created',
  version: pod.storageVersion,
  at: 'spec',
  object: annotated,
  examples: [
    forbidden(
      'nodeName',
      'must not be set before all gates are open',
      'cannot be set until all schedulingGates have been cleared',
      { nodeName: 'n1', schedulingGates: [{ name: 'a' }] },
      { nodeName: 'n1' },
    ),
    forbidden(
      'ephemeralContainers',
      'must not be set in a new pod',
      'cannot be set on create',
      { ephemeralContainers: [{ name: 'look', image: 'tools' }] },
      {},
    ),
    ...profileExamples('seccomp', 'securityContext.seccompProfile', SECCOMP, (seccompProfile) => ({
      securityContext: { seccompProfile },
    })),
    ...profileExamples(
      'seccomp',
      'containers[0].securityContext.seccompProfile',
      CONTAINER_SECCOMP,
      (seccompProfile) => container({ securityContext: { seccompProfile } }),
    ),
    ...profileExamples(
      'apparmor',
      'containers[0].securityContext.appArmorProfile',
      APPARMOR,
      (appArmorProfile) => container({ securityContext: { appArmorProfile } }),
    ),
  ],
})

export const podRules = [
  rulesOfObject({
    type: 'Pod',
    version: pod.storageVersion,
    at: 'spec',
    object: annotated,
    examples: [
      invalid(
        'containers[0].image',
        'must not begin or end with white space',
        'must not have leading or trailing whitespace',
        container({ image: ' web' }),
        container({ image: 'web' }),
      ),
      invalid(
        'initContainers[0].image',
        'must not begin or end with white space',
        'must not have leading or trailing whitespace',
        init({ image: 'web ' }),
        init({ image: 'web' }),
      ),
      forbidden(
        'containers[0].restartPolicy',
        'must not be set',
        'may not be set for non-init containers',
        container({ restartPolicy: 'Always' }),
        init({ restartPolicy: 'Always' }),
      ),
      oneOf(
        'initContainers[0].restartPolicy',
        ['Always'],
        init({ restartPolicy: 'Never' }),
        init({ restartPolicy: 'Always' }),
      ),
      ...['livenessProbe', 'readinessProbe', 'startupProbe'].map((field) =>
        forbidden(
          `initContainers[0].${field}`,
          'must not be set, unless the container is always restarted',
          'may not be set for init containers without restartPolicy=Always',
          init({ [field]: PROBE }),
          init({ [field]: PROBE, restartPolicy: 'Always' }),
        ),
      ),
      forbidden(
        'initContainers[0].lifecycle',
        'must not be set, unless the container is always restarted',
        'may not be set for init containers without restartPolicy=Always',
        init({ lifecycle: { preStop: PROBE } }),
        init({ lifecycle: { preStop: PROBE }, restartPolicy: 'Always' }),
      ),
      oneOf(
        'containers[0].ports[0].protocol',
        ['SCTP', 'TCP', 'UDP'],
        container({ ports: [{ containerPort: 1, protocol: 'X' }] }),
        container({ ports: [{ containerPort: 1, protocol: 'SCTP' }] }),
      ),
      invalid(
        'containers[0].ports[0].hostPort',
        'must be the port of the container on the network of the host',
        'must match `containerPort` when `hostNetwork` is true',
        { hostNetwork: true, ...container({ ports: [{ containerPort: 1, hostPort: 2 }] }) },
        { hostNetwork: true, ...container({ ports: [{ containerPort: 1 }] }) },
      ),
      forbidden(
        'volumes[0].projected.sources[0].serviceAccountToken',
        'needs a serviceAccountName',
        'must not be specified when serviceAccountName is not set',
        TOKEN,
        { ...TOKEN, serviceAccountName: 'robot' },
      ),
    ],
  }),
  newPods,
]
