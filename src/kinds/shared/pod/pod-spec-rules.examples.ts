import { POD, validatePod } from '#kinds/example-objects.fixture.js'
import { dns1123Label, dns1123Subdomain, labelValue, qualifiedName } from '#meta/formats.js'
import {
  type Body,
  between,
  follows,
  invalid,
  oneOf,
  type RuleTable,
  required,
} from '#meta/rule-examples.fixture.js'

const MAX = 2147483647
const dns = (dnsConfig: Body) => ({ dnsConfig })
const NAMESERVERS = ['10.0.0.1', '10.0.0.2', '::3']
const SEARCHES = ['a', 'b', 'c', 'd', 'e', 'f']
const domain = (length: number) => `${'a'.repeat(length - 2)}.b`

export const podSpecRules: RuleTable = {
  type: 'PodSpec',
  at: POD,
  validate: validatePod,
  examples: [
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
      dns1123Subdomain,
      { serviceAccountName: 'Robot' },
      { serviceAccountName: 'robot.1' },
    ),
    follows('nodeName', dns1123Subdomain, { nodeName: 'n_1' }, { nodeName: 'n.1' }),
    between(1, MAX, 'activeDeadlineSeconds', { activeDeadlineSeconds: 0 }, {}, ['activeDeadlineSeconds']),
    follows('hostname', dns1123Label, { hostname: 'a.b' }, { hostname: 'a-b' }),
    follows('subdomain', dns1123Label, { subdomain: 'a.b' }, { subdomain: 'a-b' }),
    invalid(
      'hostAliases[1].ip',
      'must be an IP address',
      'must be valid IP address',
      { hostAliases: [{ ip: '::1' }, { ip: '10.0.0' }] },
      { hostAliases: [{ ip: '::1' }, { ip: '10.0.0.1' }] },
    ),
    follows(
      'hostAliases[0].hostnames[1]',
      dns1123Subdomain,
      { hostAliases: [{ ip: '::1', hostnames: ['a', 'a_b'] }] },
      { hostAliases: [{ ip: '::1', hostnames: ['a', 'a.b'] }] },
    ),
    follows(
      'priorityClassName',
      dns1123Subdomain,
      { priorityClassName: 'Very_High' },
      { priorityClassName: 'very.high', priority: -1 },
    ),
  ],
}

const tolerate = (toleration: Body) => ({ tolerations: [toleration] })

export const tolerationRules: RuleTable = {
  type: 'Toleration',
  at: POD,
  validate: validatePod,
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
    follows(
      'tolerations[0].value',
      labelValue,
      tolerate({ key: 'a', value: 'x y' }),
      tolerate({ key: 'a', value: 'x.y' }),
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
}
