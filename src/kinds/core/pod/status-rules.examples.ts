import { rulesOfStatus, rulesOfSubresource } from '#kinds/example-objects.fixture.js'
import { qualifiedName, rfc1123Subdomain } from '#meta/formats.js'
import { type Body, between, fixed, follows, forbidden, invalid } from '#meta/rule-examples.fixture.js'
import { pod } from './index.js'
import { validatePodStatus } from './status-rules.js'

const spec = (part: Body = {}) => ({ spec: { containers: [{ name: 'main', image: 'web:1' }], ...part } })
const FIRST = { initContainers: [{ name: 'first', image: 'a' }] }
const MAX = 2147483647

const ended = { name: 'main', image: 'a', imageID: '', ready: false, restartCount: 0 }
const terminated = (name: string) => ({ ...ended, name, state: { terminated: { exitCode: 0 } } })
const user = (linux: Body) => ({
  containerStatuses: [{ ...ended, user: { linux: { uid: 0, gid: 0, ...linux } } }],
})
const NOT_AN_ADDRESS = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'
const FAMILIES = 'may specify no more than one IP for each IP family'

const MIRROR = 'kubernetes.io/config.mirror'
const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost'

/** A status update may change annotations too. */
const annotationsOfReportedPods = rulesOfSubresource({
  type: 'Pod annotations',
  on: 'status',
  version: pod.storageVersion,
  update: {
    prepare: (after, before) => {
      after.status = before.status
    },
    validate: validatePodStatus,
  },
  at: 'metadata',
  before: spec({ nodeName: 'n' }),
  object: (metadata) => ({ metadata, ...spec({ nodeName: 'n' }) }),
  examples: [
    forbidden(
      `annotations[${MIRROR}]`,
      'must not be added',
      'may not add mirror pod annotation',
      { annotations: { [MIRROR]: 'a' } },
      {},
    ),
    invalid(
      `annotations[${DELETION_COST}]`,
      'must be an integer of 32 bits',
      'must be a 32bit integer',
      { annotations: { [DELETION_COST]: 'a' } },
      { annotations: { [DELETION_COST]: '-1' } },
    ),
  ],
})

export const podStatusRules = [
  annotationsOfReportedPods,
  rulesOfStatus({
    type: 'Pod',
    version: pod.storageVersion,
    at: 'status',
    before: spec({ restartPolicy: 'Never' }),
    object: (status) => status,
    examples: [
      follows(
        'conditions[0].type',
        qualifiedName,
        { conditions: [{ type: 'a b', status: 'True' }] },
        { conditions: [{ type: 'a/b', status: 'True' }] },
      ),
      follows(
        'nominatedNodeName',
        rfc1123Subdomain,
        { nominatedNodeName: 'N_1' },
        { nominatedNodeName: 'n.1' },
      ),
      fixed('qosClass', { qosClass: 'Guaranteed' }, { qosClass: 'BestEffort' }),
      invalid(
        'podIPs[0]',
        'must be an IP address',
        NOT_AN_ADDRESS,
        { podIPs: [{ ip: 'x' }] },
        { podIPs: [{ ip: '10.0.0.1' }], containerStatuses: [ended] },
      ),
      invalid(
        'podIPs',
        'must be of different families',
        FAMILIES,
        { podIPs: [{ ip: '10.0.0.1' }, { ip: '10.0.0.2' }] },
        { podIPs: [{ ip: '10.0.0.1' }, { ip: '::1' }] },
      ),
      invalid(
        'hostIPs[0].ip',
        'must be hostIP',
        'must be equal to `hostIP`',
        { hostIP: '10.0.0.1', hostIPs: [{ ip: '10.0.0.2' }] },
        { hostIP: '10.0.0.1', hostIPs: [{ ip: '10.0.0.1' }] },
      ),
      invalid(
        'hostIPs[0]',
        'must be an IP address',
        NOT_AN_ADDRESS,
        { hostIP: 'x', hostIPs: [{ ip: 'x' }] },
        { hostIP: '::1', hostIPs: [{ ip: '::1' }] },
      ),
      invalid(
        'hostIPs',
        'must be of different families',
        FAMILIES,
        { hostIP: '::1', hostIPs: [{ ip: '::1' }, { ip: '::2' }] },
        { hostIP: '::1', hostIPs: [{ ip: '::1' }, { ip: '10.0.0.1' }] },
      ),
      between(0, MAX, 'containerStatuses[0].user.linux.uid', user({ uid: -1 }), user({})),
      between(0, MAX, 'containerStatuses[0].user.linux.gid', user({ gid: -1 }), user({})),
      between(
        0,
        MAX,
        'containerStatuses[0].user.linux.supplementalGroups[0]',
        user({ supplementalGroups: [-1] }),
        user({ supplementalGroups: [0] }),
      ),
    ],
  }),
  rulesOfStatus({
    type: 'Pod whose containers have ended',
    version: pod.storageVersion,
    at: 'status',
    before: {
      ...spec({ restartPolicy: 'Never', ...FIRST }),
      status: {
        containerStatuses: [terminated('main')],
        initContainerStatuses: [terminated('first')],
        ephemeralContainerStatuses: [terminated('look')],
      },
    },
    object: (status) => status,
    examples: Object.entries({
      containerStatuses: 'main',
      initContainerStatuses: 'first',
      ephemeralContainerStatuses: 'look',
    }).map(([field, name]) =>
      forbidden(
        `${field}[0].state`,
        'must stay terminated',
        'may not be transitioned to non-terminated state',
        { [field]: [{ ...ended, name, state: { running: {} } }] },
        { [field]: [terminated(name)] },
      ),
    ),
  }),
  rulesOfStatus({
    type: 'Pod on Windows',
    version: pod.storageVersion,
    at: 'status',
    before: spec({ os: { name: 'windows' } }),
    object: (status) => status,
    examples: [
      forbidden(
        'containerStatuses[0].user.linux',
        'must not be set',
        'cannot be set for a windows pod',
        user({}),
        { containerStatuses: [ended] },
      ),
    ],
  }),
]
