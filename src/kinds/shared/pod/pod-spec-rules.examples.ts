import { rulesOfPodPart } from '#kinds/pod-examples.fixture.js'
import {
  dns1123Subdomain,
  labelValue,
  qualifiedName,
  rfc1123Subdomain,
  rfc1123SubdomainWithUnderscores,
} from '#meta/formats.js'
import {
  type Body,
  between,
  follows,
  forbidden,
  given,
  invalid,
  notZero,
  oneOf,
  type RuleTable,
  required,
  unique,
} from '#meta/rule-examples.fixture.js'

const MAX = 2147483647
const dns = (dnsConfig: Body) => ({ dnsConfig })
const NAMESERVERS = ['10.0.0.1', '10.0.0.2', '::3']
const SEARCHES = ['a', 'b', 'c', 'd', 'e', 'f']
const domain = (length: number) => `${'a'.repeat(length - 2)}.b`
const many = (count: number) => Array.from({ length: count }, (_, index) => `d${index}`)
const security = (securityContext: Body) => ({ securityContext })
const sysctls = (...names: string[]) => security({ sysctls: names.map((name) => ({ name, value: '1' })) })
const spread = (part: Body) => ({
  topologySpreadConstraints: [
    { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', ...part },
  ],
})
const spreads = (...parts: Body[]) => ({
  topologySpreadConstraints: parts.map((part) => ({
    maxSkew: 1,
    topologyKey: 'zone',
    whenUnsatisfiable: 'DoNotSchedule',
    ...part,
  })),
})
const ANY_SELECTOR = { matchLabels: { app: 'web' } }
const NOT_AN_ADDRESS = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'
const SYSCTL_NAME =
  'must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$'

export const podSpecRules = rulesOfPodPart({
  type: 'PodSpec',
  at: '',
  spec: (spec) => spec,
  examples: ({ label, subdomain }) => [
    required(
      'dnsConfig.nameservers',
      'is required with dnsPolicy None',
      'must provide at least one DNS nameserver when `dnsPolicy` is None',
      { dnsPolicy: 'None', dnsConfig: {} },
      { dnsConfig: {} },
    ),
    invalid(
      'dnsConfig.nameservers',
      'must not be more than 3',
      'must not have more than 3 nameservers',
      dns({ nameservers: [...NAMESERVERS, '::4'] }),
      dns({ nameservers: NAMESERVERS }),
    ),
    required(
      'dnsConfig.options[0].name',
      'is required',
      'must not be empty',
      dns({ options: [{ value: '1' }] }),
      dns({ options: [{ name: 'ndots' }] }),
    ),
    invalid(
      'nodeSelector',
      'keys must match the format',
      qualifiedName,
      { nodeSelector: { 'a b': '' } },
      { nodeSelector: { 'a/b': '' } },
    ),
    invalid(
      'nodeSelector',
      'values must match the format',
      labelValue,
      { nodeSelector: { a: 'x y' } },
      { nodeSelector: { a: 'x.y' } },
    ),
    between(
      0,
      MAX,
      'securityContext.fsGroup',
      { securityContext: { fsGroup: -1 } },
      { securityContext: { fsGroup: 0 } },
    ),
    between(
      0,
      MAX,
      'securityContext.runAsUser',
      { securityContext: { runAsUser: MAX + 1 } },
      { securityContext: { runAsUser: MAX } },
    ),
    between(
      0,
      MAX,
      'securityContext.supplementalGroups[1]',
      { securityContext: { supplementalGroups: [0, -1] } },
      { securityContext: { supplementalGroups: [0, MAX] } },
    ),
    follows(
      'serviceAccountName',
      subdomain,
      { serviceAccountName: 'Robot' },
      { serviceAccountName: 'robot.1' },
    ),
    follows('nodeName', subdomain, { nodeName: 'n_1' }, { nodeName: 'n.1' }),
    follows('hostname', label, { hostname: 'a.b' }, { hostname: 'a-b' }),
    follows('subdomain', label, { subdomain: 'a.b' }, { subdomain: 'a-b' }),
    follows(
      'hostAliases[0].hostnames[1]',
      subdomain,
      { hostAliases: [{ ip: '::1', hostnames: ['a', 'a_b'] }] },
      { hostAliases: [{ ip: '::1', hostnames: ['a', 'a.b'] }] },
    ),
  ],
  today: [
    oneOf(
      'restartPolicy',
      ['Always', 'OnFailure', 'Never'],
      { restartPolicy: 'Sometimes' },
      { restartPolicy: 'Never' },
    ),
    oneOf(
      'dnsPolicy',
      ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'],
      { dnsPolicy: 'Odd' },
      { dnsPolicy: 'Default' },
    ),
    required(
      'dnsConfig',
      'is required with dnsPolicy None',
      'must provide `dnsConfig` when `dnsPolicy` is None',
      { dnsPolicy: 'None' },
      { dnsPolicy: 'None', dnsConfig: { nameservers: ['10.0.0.1'] } },
    ),
    invalid(
      'dnsConfig.nameservers[0]',
      'must be an IP address',
      NOT_AN_ADDRESS,
      dns({ nameservers: ['a.b'] }),
      dns({ nameservers: ['010.0.0.1'] }),
    ),
    invalid(
      'dnsConfig.searches',
      'must not be more than 32',
      'must not have more than 32 search paths',
      dns({ searches: many(33) }),
      dns({ searches: many(32) }),
    ),
    invalid(
      'dnsConfig.searches',
      'must be no longer than 2048 characters together, with a blank between two',
      'must not have more than 2048 characters (including spaces) in the search list',
      dns({ searches: Array(9).fill(`${'a.'.repeat(120)}b`) }),
      dns({ searches: Array(8).fill(`${'a.'.repeat(120)}b`) }),
    ),
    follows(
      'dnsConfig.searches[0]',
      rfc1123SubdomainWithUnderscores,
      dns({ searches: ['a b'] }),
      dns({ searches: ['_a._b.'] }),
    ),
    between(0, MAX, 'securityContext.runAsGroup', security({ runAsGroup: -1 }), security({ runAsGroup: 0 })),
    invalid(
      'shareProcessNamespace',
      'must not be true together with hostPID',
      'ShareProcessNamespace and HostPID cannot both be enabled',
      { shareProcessNamespace: true, hostPID: true },
      { shareProcessNamespace: true },
    ),
    given('securityContext.sysctls[0].name', sysctls(''), sysctls('kernel.sem')),
    invalid(
      'securityContext.sysctls[0].name',
      'must be the name of a kernel setting',
      SYSCTL_NAME,
      sysctls('A b'),
      sysctls('net/a.b/c'),
    ),
    unique('securityContext.sysctls[1].name', 'must be unique', sysctls('a.b', 'a.b'), sysctls('a.b', 'a.c')),
    invalid(
      'securityContext.sysctls[0].name',
      'must not be a setting of the network of the host',
      "may not be specified when 'hostNetwork' is true",
      { hostNetwork: true, ...sysctls('net/a.b') },
      { hostNetwork: true, ...sysctls('kernel.sem') },
    ),
    invalid(
      'securityContext.sysctls[0].name',
      'must not be a setting of the IPC namespace of the host',
      "may not be specified when 'hostIPC' is true",
      { hostIPC: true, ...sysctls('kernel.shmmax') },
      { hostIPC: true, ...sysctls('net.a') },
    ),
    oneOf(
      'securityContext.fsGroupChangePolicy',
      ['Always', 'OnRootMismatch'],
      security({ fsGroupChangePolicy: 'Never' }),
      security({ fsGroupChangePolicy: 'OnRootMismatch' }),
    ),
    oneOf(
      'securityContext.supplementalGroupsPolicy',
      ['Merge', 'Strict'],
      security({ supplementalGroupsPolicy: 'Loose' }),
      security({ supplementalGroupsPolicy: 'Strict' }),
    ),
    oneOf(
      'securityContext.seLinuxChangePolicy',
      ['Recursive'],
      security({ seLinuxChangePolicy: 'MountOption' }),
      security({ seLinuxChangePolicy: 'Recursive' }),
    ),
    follows(
      'readinessGates[0].conditionType',
      qualifiedName,
      { readinessGates: [{ conditionType: 'a b' }] },
      { readinessGates: [{ conditionType: 'a/b' }] },
    ),
    follows(
      'schedulingGates[0].name',
      qualifiedName,
      { schedulingGates: [{ name: 'a b' }] },
      { schedulingGates: [{ name: 'a/b' }] },
    ),
    unique(
      'schedulingGates[1].name',
      'must be unique',
      { schedulingGates: [{ name: 'a' }, { name: 'a' }] },
      { schedulingGates: [{ name: 'a' }, { name: 'b' }] },
    ),
    notZero('topologySpreadConstraints[0].maxSkew', spread({ maxSkew: 0 }), spread({})),
    required(
      'topologySpreadConstraints[0].topologyKey',
      'is required',
      'can not be empty',
      spread({ topologyKey: '' }),
      spread({}),
    ),
    oneOf(
      'topologySpreadConstraints[0].whenUnsatisfiable',
      ['DoNotSchedule', 'ScheduleAnyway'],
      spread({ whenUnsatisfiable: 'Never' }),
      spread({ whenUnsatisfiable: 'ScheduleAnyway' }),
    ),
    notZero('topologySpreadConstraints[0].minDomains', spread({ minDomains: 0 }), spread({ minDomains: 1 })),
    invalid(
      'topologySpreadConstraints[0].minDomains',
      'must only be set with DoNotSchedule',
      'can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway',
      spread({ minDomains: 1, whenUnsatisfiable: 'ScheduleAnyway' }),
      spread({ minDomains: 1 }),
    ),
    oneOf(
      'topologySpreadConstraints[0].nodeAffinityPolicy',
      ['Honor', 'Ignore'],
      spread({ nodeAffinityPolicy: 'x' }),
      spread({ nodeAffinityPolicy: 'Honor' }),
    ),
    oneOf(
      'topologySpreadConstraints[0].nodeTaintsPolicy',
      ['Honor', 'Ignore'],
      spread({ nodeTaintsPolicy: 'x' }),
      spread({ nodeTaintsPolicy: 'Ignore' }),
    ),
    unique(
      'topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}',
      'must be unique; the earlier one is reported',
      spreads({ maxSkew: 1 }, { maxSkew: 2 }),
      spreads({}, { topologyKey: 'host' }, { whenUnsatisfiable: 'ScheduleAnyway' }),
    ),
    invalid(
      'topologySpreadConstraints[0].labelSelector.matchExpressions[0].operator',
      'must be In, NotIn, Exists or DoesNotExist',
      'not a valid selector operator',
      spread({ labelSelector: { matchExpressions: [{ key: 'a', operator: 'Is' }] } }),
      spread({ labelSelector: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } }),
    ),
    forbidden(
      'topologySpreadConstraints[0].matchLabelKeys',
      'must not be set without a selector',
      'must not be specified when labelSelector is not set',
      spread({ matchLabelKeys: ['hash'] }),
      spread({ matchLabelKeys: ['hash'], labelSelector: ANY_SELECTOR }),
    ),
    follows(
      'topologySpreadConstraints[0].matchLabelKeys[0]',
      qualifiedName,
      spread({ matchLabelKeys: ['a b'], labelSelector: ANY_SELECTOR }),
      spread({ matchLabelKeys: ['a/b'], labelSelector: ANY_SELECTOR }),
    ),
    invalid(
      'topologySpreadConstraints[0].matchLabelKeys[0]',
      'must not be in the selector',
      'exists in both matchLabelKeys and labelSelector',
      spread({ matchLabelKeys: ['app'], labelSelector: ANY_SELECTOR }),
      spread({ matchLabelKeys: ['b'], labelSelector: ANY_SELECTOR }),
    ),
    follows(
      'topologySpreadConstraints[0].labelSelector.matchExpressions[0].values[0]',
      labelValue,
      spread({ labelSelector: { matchExpressions: [{ key: 'a', operator: 'In', values: ['b c'] }] } }),
      spread({ labelSelector: { matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] } }),
    ),
    forbidden(
      'hostNetwork',
      'must not be true in a user namespace',
      'when `pod.Spec.HostUsers` is false',
      { hostUsers: false, hostNetwork: true },
      { hostNetwork: true },
    ),
    forbidden(
      'hostPID',
      'must not be true in a user namespace',
      'when `pod.Spec.HostUsers` is false',
      { hostUsers: false, hostPID: true },
      { hostPID: true },
    ),
    forbidden(
      'hostIPC',
      'must not be true in a user namespace',
      'when `pod.Spec.HostUsers` is false',
      { hostUsers: false, hostIPC: true },
      { hostIPC: true },
    ),
    between(1, MAX, 'activeDeadlineSeconds', { activeDeadlineSeconds: 0 }, { activeDeadlineSeconds: 1 }),
    invalid(
      'hostAliases[1].ip',
      'must be an IP address',
      NOT_AN_ADDRESS,
      { hostAliases: [{ ip: '::1' }, { ip: '10.0.0' }] },
      { hostAliases: [{ ip: '::1' }, { ip: '10.0.0.01' }] },
    ),
    required('os.name', 'is required', 'cannot be empty', { os: { name: '' } }, {}),
    oneOf('os.name', ['linux', 'windows'], { os: { name: 'plan9' } }, { os: { name: 'linux' } }),
  ],
  legacy: [
    oneOf(
      'restartPolicy',
      ['Always', 'OnFailure', 'Never'],
      { restartPolicy: 'Sometimes' },
      { restartPolicy: 'Always' },
      ['restartPolicy'],
    ),
    oneOf(
      'dnsPolicy',
      ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default'],
      { dnsPolicy: 'Odd' },
      { dnsPolicy: 'Default' },
    ),
    invalid(
      'dnsPolicy',
      'None needs a dnsConfig',
      "DNSPolicy: can not use 'None', custom pod DNS is disabled by feature gate",
      { dnsPolicy: 'None' },
      { dnsPolicy: 'None', dnsConfig: { nameservers: ['10.0.0.1'] } },
    ),
    invalid(
      'dnsConfig.nameservers[0]',
      'must be an IP address',
      'must be valid IP address',
      dns({ nameservers: ['a.b'] }),
      dns({ nameservers: ['::1'] }),
    ),
    invalid(
      'dnsConfig.searches',
      'must not be more than 6',
      'must not have more than 6 search paths',
      dns({ searches: [...SEARCHES, 'g'] }),
      dns({ searches: SEARCHES }),
    ),
    invalid(
      'dnsConfig.searches',
      'must be no longer than 256 characters together, with a blank between two',
      'must not have more than 256 characters (including spaces) in the search list',
      dns({ searches: [domain(128), domain(128)] }),
      dns({ searches: [domain(128), domain(127)] }),
    ),
    follows(
      'dnsConfig.searches[0]',
      dns1123Subdomain,
      dns({ searches: ['a_b'] }),
      dns({ searches: ['a.b'] }),
    ),
    between(1, MAX, 'activeDeadlineSeconds', { activeDeadlineSeconds: 0 }, {}, ['activeDeadlineSeconds']),
    invalid(
      'hostAliases[1].ip',
      'must be an IP address',
      'must be valid IP address',
      { hostAliases: [{ ip: '::1' }, { ip: '10.0.0' }] },
      { hostAliases: [{ ip: '::1' }, { ip: '10.0.0.1' }] },
    ),
  ],
})

/** Names of objects that admission plugins look up, so that pods with other faults in them get another error. */
export const admittedPodRules = rulesOfPodPart({
  type: 'PodSpec that refers to objects',
  at: '',
  spec: (spec) => spec,
  examples: ({ subdomain }) => [
    follows(
      'priorityClassName',
      subdomain,
      { priorityClassName: 'Very_High' },
      { priorityClassName: 'very.high', priority: -1 },
    ),
  ],
  today: [
    follows('runtimeClassName', rfc1123Subdomain, { runtimeClassName: 'Own_' }, { runtimeClassName: 'own' }),
    given('preemptionPolicy', { preemptionPolicy: '' }, {}),
    oneOf(
      'preemptionPolicy',
      ['PreemptLowerPriority', 'Never'],
      { preemptionPolicy: 'Always' },
      { preemptionPolicy: 'Never' },
    ),
  ],
}).map((table) => (table.at === 'spec' ? withoutWrite(table) : table))

function withoutWrite({ write: _, ...table }: RuleTable): RuleTable {
  return table
}

const tolerate = (toleration: Body) => ({ tolerations: [toleration] })

export const tolerationRules = rulesOfPodPart({
  type: 'Toleration',
  at: '',
  spec: (spec) => spec,
  examples: [
    follows('tolerations[0].key', qualifiedName, tolerate({ key: 'a b' }), tolerate({ key: 'a/b' })),
    invalid(
      'tolerations[0].operator',
      'must be Exists if there is no key',
      'operator must be Exists when `key` is empty, which means "match all values and all keys"',
      tolerate({ operator: 'Equal' }),
      tolerate({ operator: 'Exists' }),
    ),
    invalid(
      'tolerations[0].effect',
      'must be NoExecute with tolerationSeconds',
      "effect must be 'NoExecute' when `tolerationSeconds` is set",
      tolerate({ key: 'a', effect: 'NoSchedule', tolerationSeconds: 1 }),
      tolerate({ key: 'a', effect: 'NoExecute', tolerationSeconds: 1 }),
    ),
    invalid(
      'tolerations[0].operator',
      'must not be set with Exists',
      "value must be empty when `operator` is 'Exists'",
      tolerate({ key: 'a', operator: 'Exists', value: 'x' }),
      tolerate({ key: 'a', operator: 'Equal', value: 'x' }),
    ),
    oneOf(
      'tolerations[0].operator',
      ['Equal', 'Exists'],
      tolerate({ key: 'a', operator: 'In' }),
      tolerate({ key: 'a', operator: '' }),
    ),
    oneOf(
      'tolerations[0].effect',
      ['NoSchedule', 'PreferNoSchedule', 'NoExecute'],
      tolerate({ key: 'a', effect: 'Never' }),
      tolerate({ key: 'a', effect: 'PreferNoSchedule' }),
    ),
  ],
  today: [
    invalid(
      'tolerations[0].operator',
      'the value must match the format of label values',
      labelValue,
      tolerate({ key: 'a', value: 'x y' }),
      tolerate({ key: 'a', value: 'x.y' }),
    ),
  ],
  legacy: [
    follows(
      'tolerations[0].value',
      labelValue,
      tolerate({ key: 'a', value: 'x y' }),
      tolerate({ key: 'a', value: 'x.y' }),
    ),
  ],
})
