import { POD, validatePod } from '#kinds/example-objects.fixture.js'
import { dns1123Label, qualifiedName } from '#meta/formats.js'
import {
  type Body,
  follows,
  forbidden,
  invalid,
  type RuleTable,
  required,
} from '#meta/rule-examples.fixture.js'

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution'
const WEIGHT = 'must be in the range 1-100'

const expression = (operator: string, values?: string[], key = 'zone') => ({
  matchExpressions: [{ key, operator, values }],
})
const EXISTS = expression('Exists')

const termExamples = (at: string, within: (term: Body) => Body) => [
  required(
    `${at}.matchExpressions`,
    'must contain a requirement',
    'must have at least one node selector requirement',
    within({}),
    within(EXISTS),
  ),
  required(
    `${at}.matchExpressions[0].values`,
    'is required with In and NotIn',
    "must be specified when `operator` is 'In' or 'NotIn'",
    within(expression('NotIn')),
    within(expression('NotIn', ['a'])),
  ),
  forbidden(
    `${at}.matchExpressions[0].values`,
    'must not be set with Exists and DoesNotExist',
    "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
    within(expression('Exists', ['a'])),
    within(EXISTS),
  ),
  required(
    `${at}.matchExpressions[0].values`,
    'must be one alone with Gt and Lt',
    "must be specified single value when `operator` is 'Lt' or 'Gt'",
    within(expression('Gt', ['1', '2'])),
    within(expression('Lt', ['1'])),
  ),
  invalid(
    `${at}.matchExpressions[0].operator`,
    'must be In, NotIn, Exists, DoesNotExist, Gt or Lt',
    'not a valid selector operator',
    within(expression('Ge', ['1'])),
    within(expression('Gt', ['1'])),
  ),
  follows(
    `${at}.matchExpressions[0].key`,
    qualifiedName,
    within(expression('Exists', [], 'a b')),
    within(expression('Exists', [], 'a/b')),
  ),
]

const preferNode = (preference: Body, weight = 1) => ({ [PREFERRED]: [{ weight, preference }] })

export const nodeAffinityRules: RuleTable = {
  type: 'NodeAffinity',
  at: `${POD}.affinity.nodeAffinity`,
  validate: (nodeAffinity) => validatePod({ affinity: { nodeAffinity } }),
  examples: [
    required(
      `${REQUIRED}.nodeSelectorTerms`,
      'must contain a term',
      'must have at least one node selector term',
      { [REQUIRED]: {} },
      { [REQUIRED]: { nodeSelectorTerms: [EXISTS] } },
    ),
    ...termExamples(`${REQUIRED}.nodeSelectorTerms[0]`, (term) => ({
      [REQUIRED]: { nodeSelectorTerms: [term] },
    })),
    invalid(
      `${PREFERRED}[0].weight`,
      'must be between 1 and 100',
      WEIGHT,
      preferNode(EXISTS, 0),
      preferNode(EXISTS, 100),
    ),
    ...termExamples(`${PREFERRED}[0].preference`, (term) => preferNode(term)),
  ],
}

const podTermExamples = (at: string, within: (term: Body) => Body) => [
  invalid(
    `${at}.labelSelector.matchExpressions[0].operator`,
    'must be a valid LabelSelector',
    'not a valid selector operator',
    within({ labelSelector: expression('Gt', ['1']) }),
    within({ labelSelector: {} }),
  ),
  follows(
    `${at}.namespaces[1]`,
    dns1123Label,
    within({ namespaces: ['a', 'a.b'] }),
    within({ namespaces: ['a', 'a-b'] }),
  ),
  required(
    `${at}.topologyKey`,
    'is required',
    'can not be empty',
    within({ topologyKey: '' }),
    within({ topologyKey: 'zone' }),
    [`${at}.topologyKey`],
  ),
  follows(`${at}.topologyKey`, qualifiedName, within({ topologyKey: 'a b' }), within({ topologyKey: 'a/b' })),
]

const podTerm = (part: Body) => ({ topologyKey: 'zone', ...part })
const preferPods = (term: Body, weight = 1) => ({
  [PREFERRED]: [{ weight, podAffinityTerm: podTerm(term) }],
})

const podAffinityTable = (type: string, field: string): RuleTable => ({
  type,
  at: `${POD}.affinity.${field}`,
  validate: (affinity) => validatePod({ affinity: { [field]: affinity } }),
  examples: [
    ...podTermExamples(`${REQUIRED}[0]`, (term) => ({ [REQUIRED]: [podTerm(term)] })),
    invalid(
      `${PREFERRED}[0].weight`,
      'must be between 1 and 100',
      WEIGHT,
      preferPods({}, 101),
      preferPods({}, 1),
    ),
    ...podTermExamples(`${PREFERRED}[0].podAffinityTerm`, (term) => preferPods(term)),
  ],
})

export const podAffinityRules = podAffinityTable('PodAffinity', 'podAffinity')
export const podAntiAffinityRules = podAffinityTable('PodAntiAffinity', 'podAntiAffinity')
