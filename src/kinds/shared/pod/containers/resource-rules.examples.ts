import { CONTAINER, validateContainerPart } from '#kinds/example-objects.fixture.js'
import { qualifiedName } from '#meta/formats.js'
import {
  between,
  follows,
  forbidden,
  invalid,
  notNegative,
  type RuleTable,
  required,
} from '#meta/rule-examples.fixture.js'

const MAX_ID = 2147483647

/** Requests of resources that cannot be overcommitted need an equal limit. */
const amounts = (list: 'limits' | 'requests', name: string, amount: string | number = 1) =>
  list === 'limits' || !name.includes('/')
    ? { [list]: { [name]: amount } }
    : { limits: { [name]: amount }, requests: { [name]: amount } }

const listExamples = (list: 'limits' | 'requests') => [
  follows(`${list}[a b]`, qualifiedName, amounts(list, 'a b'), amounts(list, 'cpu'), [`${list}[a b]`]),
  invalid(
    `${list}[disk]`,
    'must be the name of a standard resource, or hold a domain',
    'must be a standard resource type or fully qualified',
    amounts(list, 'disk'),
    amounts(list, 'kubernetes.io/disk', '1500m'),
    [`${list}[disk]`],
  ),
  invalid(
    `${list}[pods]`,
    'must be cpu, memory, ephemeral-storage or huge pages, unless it has a domain',
    'must be a standard resource for containers',
    amounts(list, 'pods'),
    amounts('requests', 'ephemeral-storage'),
  ),
  notNegative(`${list}[cpu]`, amounts(list, 'cpu', '-1'), amounts(list, 'cpu', '0')),
]

export const resourceRules: RuleTable = {
  type: 'ResourceRequirements',
  at: `${CONTAINER}.resources`,
  validate: (resources) => validateContainerPart({ resources }),
  examples: [
    ...listExamples('limits'),
    invalid(
      'limits[example.com/gpu]',
      'must be whole, with a domain other than kubernetes.io',
      'must be an integer',
      amounts('limits', 'example.com/gpu', '1500m'),
      amounts('limits', 'example.com/gpu', '3'),
    ),
    forbidden(
      'limits',
      'local storage can be requested, not limited',
      'ResourceEphemeralStorage field disabled by feature-gate for ResourceRequirements',
      amounts('limits', 'ephemeral-storage', '1Gi'),
      amounts('requests', 'ephemeral-storage', '1Gi'),
    ),
    ...listExamples('requests'),
    invalid(
      'requests[example.com/gpu]',
      'must be whole, with a domain other than kubernetes.io',
      'must be an integer',
      amounts('requests', 'example.com/gpu', '1500m'),
      amounts('requests', 'example.com/gpu', '3'),
      ['limits[example.com/gpu]'],
    ),
    invalid(
      'requests',
      'must not exceed the limit',
      'must be less than or equal to cpu limit',
      { requests: { cpu: '1001m' }, limits: { cpu: '1' } },
      { requests: { cpu: '1000m' }, limits: { cpu: '1' } },
    ),
    invalid(
      'requests',
      'must equal the limit where nothing can be promised twice',
      'must be equal to example.com/gpu limit',
      { requests: { 'example.com/gpu': 1 }, limits: { 'example.com/gpu': 2 } },
      { requests: { 'example.com/gpu': '2k' }, limits: { 'example.com/gpu': 2000 } },
    ),
    required(
      'limits',
      'is required where nothing can be promised twice',
      'Limit must be set for non overcommitable resources',
      { requests: { 'example.com/gpu': 1 } },
      { limits: { 'example.com/gpu': 1 } },
    ),
    forbidden(
      '',
      'huge pages need cpu or memory',
      'HugePages require cpu or memory',
      { limits: { 'hugepages-2Mi': '2Mi' } },
      { limits: { 'hugepages-2Mi': '2Mi' }, requests: { memory: '1Mi' } },
    ),
  ],
}

const NO_ESCALATION = { allowPrivilegeEscalation: false }

export const securityContextRules: RuleTable = {
  type: 'SecurityContext',
  at: `${CONTAINER}.securityContext`,
  validate: (securityContext) => validateContainerPart({ securityContext }),
  examples: [
    forbidden(
      'privileged',
      'must not be true',
      'disallowed by cluster policy',
      { privileged: true },
      { privileged: false },
    ),
    between(0, MAX_ID, 'runAsUser', { runAsUser: -1 }, { runAsUser: MAX_ID }),
    invalid(
      '',
      'what is privileged has escalated already',
      'cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
      { ...NO_ESCALATION, privileged: true },
      { ...NO_ESCALATION, privileged: false },
      ['privileged'],
    ),
    invalid(
      '',
      'what administers the system can escalate',
      'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN',
      { ...NO_ESCALATION, capabilities: { add: ['CAP_SYS_ADMIN'] } },
      { ...NO_ESCALATION, capabilities: { drop: ['CAP_SYS_ADMIN'] } },
    ),
  ],
}
