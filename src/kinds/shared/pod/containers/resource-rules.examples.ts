import { pod } from '#kinds/core/pod/index.js'
import { rulesOfObject } from '#kinds/example-objects.fixture.js'
import { containerSpec, rulesOfContainerPart } from '#kinds/pod-examples.fixture.js'
import { qualifiedName } from '#meta/formats.js'
import { follows, forbidden, invalid, notNegative, required } from '#meta/rule-examples.fixture.js'

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

const pages = (list: 'limits' | 'requests', amount: string, name = 'hugepages-2Mi') => ({
  limits: { cpu: 1, [name]: amount },
  ...(list === 'requests' && { requests: { cpu: 1, [name]: amount } }),
})

const todaysListExamples = (list: 'limits' | 'requests') => [
  invalid(
    `${list}[requests.example.com/gpu]`,
    'with a domain, must be the name of an extended resource',
    "doesn't follow extended resource name standard",
    amounts(list, 'requests.example.com/gpu'),
    amounts(list, 'example.com/gpu'),
    list === 'requests' ? ['limits[requests.example.com/gpu]'] : undefined,
  ),
  invalid(
    `${list}[hugepages-2Mi]`,
    'must be whole pages',
    '3Mi is not positive integer multiple of hugepages-2Mi',
    pages(list, '3Mi'),
    pages(list, '4Mi'),
    list === 'requests' ? ['limits[hugepages-2Mi]'] : undefined,
  ),
  invalid(
    `${list}[hugepages-big]`,
    'must name the size of a page',
    '1 is not positive integer multiple of hugepages-big',
    pages(list, '1', 'hugepages-big'),
    pages(list, '1Gi', 'hugepages-1Gi'),
    list === 'requests' ? ['limits[hugepages-big]'] : undefined,
  ),
]

export const resourceRules = rulesOfContainerPart({
  type: 'ResourceRequirements',
  at: 'resources',
  within: (resources) => ({ resources }),
  templatesOnly: true,
  examples: [
    ...listExamples('limits'),
    invalid(
      'limits[example.com/gpu]',
      'must be whole, with a domain other than kubernetes.io',
      'must be an integer',
      amounts('limits', 'example.com/gpu', '1500m'),
      amounts('limits', 'example.com/gpu', '3'),
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
  today: [
    ...todaysListExamples('limits'),
    ...todaysListExamples('requests'),
    invalid(
      'requests',
      'must not exceed the limit',
      'must be less than or equal to cpu limit of 1',
      { requests: { cpu: '1001m' }, limits: { cpu: '1' } },
      { requests: { cpu: '1000m' }, limits: { cpu: '1' } },
    ),
    invalid(
      'requests',
      'must equal the limit where nothing can be promised twice',
      'must be equal to example.com/gpu limit of 2',
      { requests: { 'example.com/gpu': 1 }, limits: { 'example.com/gpu': 2 } },
      { requests: { 'example.com/gpu': '2k' }, limits: { 'example.com/gpu': 2000 } },
    ),
  ],
  legacy: [
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
    forbidden(
      'limits',
      'local storage can be requested, not limited',
      'ResourceEphemeralStorage field disabled by feature-gate for ResourceRequirements',
      amounts('limits', 'ephemeral-storage', '1Gi'),
      amounts('requests', 'ephemeral-storage', '1Gi'),
    ),
  ],
})

/** Requests of pods default to the limits. */
export const podResourceRules = rulesOfObject({
  type: 'ResourceRequirements of a pod',
  version: pod.storageVersion,
  at: 'spec.containers[0].resources',
  object: (resources) => ({ spec: containerSpec({ resources }) }),
  examples: [
    notNegative('limits[cpu]', amounts('limits', 'cpu', '-1'), amounts('limits', 'cpu', '0'), [
      'requests[cpu]',
    ]),
    notNegative('requests[cpu]', amounts('requests', 'cpu', '-1'), amounts('limits', 'cpu', '1')),
  ],
})
