import { validateChange, validateNew, validateReport } from '#kinds/example-objects.fixture.js'
import {
  type Body,
  forbidden,
  given,
  invalid,
  known,
  notZero,
  oneOf,
  type RuleTable,
  required,
  unique,
} from '#meta/rule-examples.fixture.js'
import { pod } from './index.js'

const MAIN = { name: 'main', image: 'web:1' }
const spec = (part: Body = {}) => ({ spec: { containers: [MAIN], ...part } })
const container = (part: Body) => ({ containers: [{ ...MAIN, ...part }] })
const init = (part: Body) => ({ initContainers: [{ name: 'first', image: 'a', ...part }] })
const spread = (part: Body) => ({
  topologySpreadConstraints: [
    { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', ...part },
  ],
})
const PROBE = { exec: { command: ['true'] } }
const ANY_SELECTOR = { matchLabels: { app: 'web' } }

export const podRules: RuleTable = {
  type: 'Pod',
  at: 'spec',
  validate: (body) => validateNew(pod.storageVersion, spec(body)),
  examples: [
    invalid(
      'containers[0].image',
      'must not begin or end with white space',
      'must not have leading or trailing whitespace',
      container({ image: ' web' }),
      container({ image: 'web' }),
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
    forbidden(
      'initContainers[0].livenessProbe',
      'must not be set, unless the container is always restarted',
      'may not be set for init containers without restartPolicy=Always',
      init({ livenessProbe: PROBE }),
      init({ livenessProbe: PROBE, restartPolicy: 'Always' }),
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
    invalid(
      'containers[0].readinessProbe.terminationGracePeriodSeconds',
      'must not be set',
      'must not be set for readinessProbes',
      container({ readinessProbe: { ...PROBE, terminationGracePeriodSeconds: 1 } }),
      container({ livenessProbe: { ...PROBE, terminationGracePeriodSeconds: 1 } }),
    ),
    invalid(
      'containers[0].startupProbe.terminationGracePeriodSeconds',
      'must be at least 1',
      'must be greater than 0',
      container({ startupProbe: { ...PROBE, terminationGracePeriodSeconds: 0 } }),
      container({ startupProbe: { ...PROBE, terminationGracePeriodSeconds: 1 } }),
    ),
    invalid(
      'containers[0].lifecycle.preStop.sleep',
      'must not take longer than the pod has to end',
      'must be non-negative and less than terminationGracePeriodSeconds (30)',
      container({ lifecycle: { preStop: { sleep: { seconds: 31 } } } }),
      container({ lifecycle: { preStop: { sleep: { seconds: 30 } } } }),
    ),
    oneOf(
      'containers[0].resizePolicy',
      ['cpu', 'memory'],
      container({ resizePolicy: [{ resourceName: 'disk', restartPolicy: 'NotRequired' }] }),
      container({ resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }] }),
    ),
    unique(
      'containers[0].resources.claims[1]',
      'must be unique',
      container({ resources: { claims: [{ name: 'a' }, { name: 'a' }] } }),
      container({ resources: { claims: [{ name: 'a' }, { name: 'b' }] } }),
    ),
    required(
      'containers[0].securityContext.seccompProfile.localhostProfile',
      'is required for a profile of the node',
      'must be set when seccomp type is Localhost',
      container({ securityContext: { seccompProfile: { type: 'Localhost' } } }),
      container({ securityContext: { seccompProfile: { type: 'RuntimeDefault' } } }),
    ),
    required(
      'dnsConfig',
      'is required where nothing else says how names are resolved',
      'must provide `dnsConfig` when `dnsPolicy` is None',
      { dnsPolicy: 'None' },
      { dnsPolicy: 'None', dnsConfig: { nameservers: ['10.0.0.1'] } },
    ),
    oneOf('os.name', ['linux', 'windows'], { os: { name: 'plan9' } }, { os: { name: 'linux' } }),
    oneOf(
      'preemptionPolicy',
      ['PreemptLowerPriority', 'Never'],
      { preemptionPolicy: 'Always' },
      { preemptionPolicy: 'Never' },
    ),
    unique(
      'schedulingGates[1]',
      'must be unique',
      { schedulingGates: [{ name: 'a' }, { name: 'a' }] },
      { schedulingGates: [{ name: 'a' }, { name: 'b' }] },
    ),
    forbidden(
      'nodeName',
      'must not be set before all gates are open',
      'cannot be set until all schedulingGates have been cleared',
      { nodeName: 'n1', schedulingGates: [{ name: 'a' }] },
      { nodeName: 'n1' },
    ),
    notZero('topologySpreadConstraints[0].maxSkew', spread({ maxSkew: 0 }), spread({})),
    oneOf(
      'topologySpreadConstraints[0].whenUnsatisfiable',
      ['DoNotSchedule', 'ScheduleAnyway'],
      spread({ whenUnsatisfiable: 'Never' }),
      spread({ whenUnsatisfiable: 'ScheduleAnyway' }),
    ),
    forbidden(
      'topologySpreadConstraints[0].matchLabelKeys',
      'must not be set without a selector',
      'must not be specified when labelSelector is not set',
      spread({ matchLabelKeys: ['hash'] }),
      spread({ matchLabelKeys: ['hash'], labelSelector: ANY_SELECTOR }),
    ),
    given(
      'volumes[0].ephemeral.volumeClaimTemplate',
      { volumes: [{ name: 'v', ephemeral: {} }] },
      {
        volumes: [
          {
            name: 'v',
            ephemeral: {
              volumeClaimTemplate: {
                spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
              },
            },
          },
        ],
      },
    ),
    given(
      'volumes[0].image.reference',
      { volumes: [{ name: 'v', image: {} }] },
      { volumes: [{ name: 'v', image: { reference: 'files:1' } }] },
    ),
    forbidden(
      'ephemeralContainers',
      'must not be set in a new pod',
      'cannot be set on create',
      { ephemeralContainers: [{ name: 'look', image: 'tools' }] },
      {},
    ),
  ],
}

const BEFORE = spec({
  activeDeadlineSeconds: 60,
  tolerations: [{ key: 'a', operator: 'Exists' }],
  ephemeralContainers: [{ name: 'look', image: 'tools' }],
})
const change = (part: Body) => ({ spec: { ...BEFORE.spec, ...part } })
const ONLY =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\nchanged: spec.restartPolicy\n'

export const podChangeRules: RuleTable = {
  type: 'Pod',
  on: 'change',
  at: 'spec',
  validate: (body) => validateChange(pod.storageVersion, BEFORE, change(body)),
  examples: [
    forbidden(
      '',
      'is immutable except for a few fields',
      ONLY,
      { restartPolicy: 'Never' },
      container({ image: 'web:2' }),
    ),
    forbidden(
      'containers',
      'must keep its length',
      'pod updates may not add or remove containers',
      { containers: [MAIN, { name: 'more', image: 'a' }] },
      {},
    ),
    invalid(
      'activeDeadlineSeconds',
      'must not be extended',
      'must be less than or equal to previous value',
      { activeDeadlineSeconds: 61 },
      { activeDeadlineSeconds: 59 },
    ),
    forbidden(
      'tolerations',
      'must not be removed',
      'existing toleration can not be modified except its tolerationSeconds',
      { tolerations: [{ key: 'b', operator: 'Exists' }] },
      {
        tolerations: [
          { key: 'a', operator: 'Exists' },
          { key: 'b', operator: 'Exists' },
        ],
      },
    ),
    known(
      'ephemeralContainers[0].targetContainerName',
      'must name a container of the pod',
      { ephemeralContainers: [{ name: 'look', image: 'tools', targetContainerName: 'x' }] },
      {},
      [''],
    ),
  ],
}

const ended = { name: 'main', image: 'a', imageID: '', ready: false, restartCount: 0 }

export const podStatusRules: RuleTable = {
  type: 'Pod',
  on: 'status',
  at: 'status',
  validate: (status) => validateReport(pod.storageVersion, spec({ restartPolicy: 'Never' }), status),
  examples: [
    invalid(
      'podIPs[0]',
      'must be an IP address',
      'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      { podIPs: [{ ip: 'x' }] },
      { podIPs: [{ ip: '10.0.0.1' }], containerStatuses: [ended] },
    ),
    invalid(
      'podIPs',
      'must be of different families',
      'may specify no more than one IP for each IP family',
      { podIPs: [{ ip: '10.0.0.1' }, { ip: '10.0.0.2' }] },
      { podIPs: [{ ip: '10.0.0.1' }, { ip: '::1' }] },
    ),
  ],
}
