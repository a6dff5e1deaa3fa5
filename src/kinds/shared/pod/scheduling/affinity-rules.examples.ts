import { rulesOfPodPart } from '#kinds/pod-examples.fixture.js'
import type { StringFormat } from '#meta/field-errors.js'
import { labelValue, qualifiedName, rfc1123Subdomain } from '#meta/formats.js'
import { type Body, follows, forbidden, invalid, required } from '#meta/rule-examples.fixture.js'

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution'
const WEIGHT = 'must be in the range 1-100'

const expression = (operator: string, values?: string[], key = 'zone') => ({
  matchExpressions: [{ key, operator, values }],
})
const EXISTS = expression('Exists')

const matchField = (key: string, operator: string, values: string[]) => ({
  matchFields: [{ key, operator, values }],
})
const NAMED = matchField('metadata.name', 'In', ['n'])

const termExamples = (at: string, within: (term: Body) => Body) => [
  required(
    `${at}.matchFields[0].values`,
    'must be one alone',
    "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
    within({ ...EXISTS, ...matchField('metadata.name', 'In', ['a', 'b']) }),
    within({ ...EXISTS, ...NAMED }),
  ),
  invalid(
    `${at}.matchFields[0].operator`,
    'must be In or NotIn',
    'not a valid selector operator',
    within({ ...EXISTS, ...matchField('metadata.name', 'Exists', []) }),
    within({ ...EXISTS, ...NAMED }),
  ),
  invalid(
    `${at}.matchFields[0].key`,
    'must be metadata.name',
    'not a valid field selector key',
    within({ ...EXISTS, ...matchField('spec.x', 'In', ['a']) }),
    within({ ...EXISTS, ...NAMED }),
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

const requireTerm = (term: Body) => ({ [REQUIRED]: { nodeSelectorTerms: [term] } })
const REQUIRED_TERM = `${REQUIRED}.nodeSelectorTerms[0]`

const noRequirement = (at: string, within: (term: Body) => Body) =>
  required(
    `${at}.matchExpressions`,
    'must contain a requirement',
    'must have at least one node selector requirement',
    within({}),
    within(EXISTS),
  )

export const nodeAffinityRules = rulesOfPodPart({
  type: 'NodeAffinity',
  at: 'affinity.nodeAffinity',
  spec: (nodeAffinity) => ({ affinity: { nodeAffinity } }),
  examples: [
    required(
      `${REQUIRED}.nodeSelectorTerms`,
      'must contain a term',
      'must have at least one node selector term',
      { [REQUIRED]: {} },
      { [REQUIRED]: { nodeSelectorTerms: [EXISTS] } },
    ),
    ...termExamples(REQUIRED_TERM, requireTerm),
    invalid(
      `${PREFERRED}[0].weight`,
      'must be between 1 and 100',
      WEIGHT,
      preferNode(EXISTS, 0),
      preferNode(EXISTS, 100),
    ),
    ...termExamples(`${PREFERRED}[0].preference`, (term) => preferNode(term)),
  ],
  today: [
    follows(
      `${REQUIRED_TERM}.matchExpressions[0].values[1]`,
      labelValue,
      requireTerm(expression('In', ['a', 'b c'])),
      requireTerm(expression('In', ['a', 'b'])),
    ),
    follows(
      `${REQUIRED_TERM}.matchFields[0].values[0]`,
      rfc1123Subdomain,
      requireTerm(matchField('metadata.name', 'In', ['N_1'])),
      requireTerm(NAMED),
    ),
  ],
  legacy: [
    noRequirement(REQUIRED_TERM, requireTerm),
    noRequirement(`${PREFERRED}[0].preference`, (term) => preferNode(term)),
  ],
})

const podTermExamples = (at: string, label: StringFormat, within: (term: Body) => Body) => [
  invalid(
    `${at}.labelSelector.matchExpressions[0].operator`,
    'must be a valid LabelSelector',
    'not a valid selector operator',
    within({ labelSelector: expression('Gt', ['1']) }),
    within({ labelSelector: {} }),
  ),
  follows(
    `${at}.namespaces[1]`,
    label,
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

const requirePods = (term: Body) => ({ [REQUIRED]: [podTerm(term)] })
const LABELLED = { labelSelector: {} }

/** The rules on keys of labels that pods have in common. */
const labelKeyExamples = (at: string, within: (term: Body) => Body) => [
  follows(
    `${at}.labelSelector.matchExpressions[0].values[0]`,
    labelValue,
    within({ labelSelector: expression('In', ['a b']) }),
    within({ labelSelector: expression('In', ['a']) }),
  ),
  invalid(
    `${at}.namespaceSelector.matchExpressions[0].operator`,
    'must be a valid LabelSelector',
    'not a valid selector operator',
    within({ namespaceSelector: expression('Gt', ['1']) }),
    within({ namespaceSelector: {} }),
  ),
  ...['matchLabelKeys', 'mismatchLabelKeys'].flatMap((field) => [
    forbidden(
      `${at}.${field}`,
      'must not be set without a labelSelector',
      'must not be specified when labelSelector is not set',
      within({ [field]: ['a'] }),
      within({ [field]: ['a'], ...LABELLED }),
    ),
    follows(
      `${at}.${field}[1]`,
      qualifiedName,
      within({ [field]: ['a', 'b c'], ...LABELLED }),
      within({ [field]: ['a', 'b/c'], ...LABELLED }),
    ),
  ]),
  invalid(
    `${at}.matchLabelKeys[0]`,
    'must not be in the labelSelector twice',
    'exists in both matchLabelKeys and labelSelector',
    within({
      matchLabelKeys: ['zone'],
      labelSelector: { matchLabels: { zone: 'a' }, ...expression('In', ['a']) },
    }),
    within({ matchLabelKeys: ['zone'], ...LABELLED }),
  ),
  invalid(
    `${at}.matchLabelKeys[0]`,
    'must not be one of mismatchLabelKeys',
    'exists in both matchLabelKeys and mismatchLabelKeys',
    within({ matchLabelKeys: ['a'], mismatchLabelKeys: ['a'], ...LABELLED }),
    within({ matchLabelKeys: ['a'], mismatchLabelKeys: ['b'], ...LABELLED }),
  ),
]

const podAffinityTable = (type: string, field: string) =>
  rulesOfPodPart({
    type,
    at: `affinity.${field}`,
    spec: (affinity) => ({ affinity: { [field]: affinity } }),
    examples: ({ label }) => [
      ...podTermExamples(`${REQUIRED}[0]`, label, requirePods),
      invalid(
        `${PREFERRED}[0].weight`,
        'must be between 1 and 100',
        WEIGHT,
        preferPods({}, 101),
        preferPods({}, 1),
      ),
      ...podTermExamples(`${PREFERRED}[0].podAffinityTerm`, label, (term) => preferPods(term)),
    ],
    today: [
      ...labelKeyExamples(`${REQUIRED}[0]`, requirePods),
      ...labelKeyExamples(`${PREFERRED}[0].podAffinityTerm`, (term) => preferPods(term)),
    ],
  })

export const podAffinityRules = podAffinityTable('PodAffinityTerm', 'podAffinity')
export const podAntiAffinityRules = podAffinityTable('PodAffinityTerm of podAntiAffinity', 'podAntiAffinity')
