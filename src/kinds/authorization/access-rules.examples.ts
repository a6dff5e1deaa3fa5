import { FieldErrors } from '#meta/field-errors.js'
import { type Body, invalid, type RuleTable, required } from '#meta/rule-examples.fixture.js'
import type { ServedVersion } from '#registry/kind.js'
import { localSubjectAccessReview } from './localsubjectaccessreview/index.js'
import { subjectAccessReview } from './subjectaccessreview/index.js'

const RESOURCE = { resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'test' } }
const PATH = { nonResourceAttributes: { verb: 'get', path: '/api' } }
const asked = (spec: object) => ({ spec: { user: 'jane', ...spec } })
const selecting = (selectors: object) =>
  asked({ resourceAttributes: { ...RESOURCE.resourceAttributes, ...selectors } })
const byField = (fieldSelector: object) => selecting({ fieldSelector })
const term = (values: readonly string[], rest: object = {}) => ({
  requirements: [{ key: 'spec.nodeName', operator: 'In', values, ...rest }],
})

function validate({ decode, rules }: ServedVersion, body: Body) {
  const errors = new FieldErrors()
  rules.validate?.(decode(body), errors)
  return errors.all
}

export const subjectAccessReviewRules: RuleTable = {
  type: 'SubjectAccessReview',
  at: '',
  validate: (body) => validate(subjectAccessReview.storageVersion as ServedVersion, body),
  examples: [
    invalid(
      'metadata',
      'must be empty',
      'must be empty',
      { ...asked(PATH), metadata: { name: 'x' } },
      asked(PATH),
    ),
    invalid(
      'spec.nonResourceAttributes',
      'must not stand beside resourceAttributes',
      'cannot be specified in combination with resourceAttributes',
      asked({ ...RESOURCE, ...PATH }),
      asked(RESOURCE),
    ),
    invalid(
      'spec.resourceAttributes',
      'is required, or nonResourceAttributes',
      'exactly one of nonResourceAttributes or resourceAttributes must be specified',
      asked({}),
      asked(PATH),
    ),
    invalid(
      'spec.user',
      'is required, or groups',
      'at least one of user or group must be specified',
      { spec: PATH },
      { spec: { ...PATH, groups: ['dev'] } },
    ),
    invalid(
      'spec.resourceAttributes.fieldSelector.rawSelector',
      'must not stand beside requirements',
      'may not specified at the same time as requirements',
      byField({ ...term(['a']), rawSelector: 'a=b' }),
      byField({ rawSelector: 'a=b' }),
    ),
    required(
      'spec.resourceAttributes.labelSelector.requirements',
      'is required, or rawSelector',
      'when spec.resourceAttributes.labelSelector is specified, requirements or rawSelector is required',
      selecting({ labelSelector: {} }),
      selecting({ labelSelector: { rawSelector: 'a=b' } }),
    ),
    required(
      'spec.resourceAttributes.fieldSelector.requirements[0].key',
      'is required',
      'must be specified',
      byField(term(['a'], { key: '' })),
      byField(term(['a'])),
    ),
    required(
      'spec.resourceAttributes.fieldSelector.requirements[0].values',
      'must not be empty for In and NotIn',
      "must be specified when `operator` is 'In' or 'NotIn'",
      byField(term([])),
      byField(term([], { operator: 'Exists' })),
    ),
  ],
}

const HERE = { namespace: 'test' }

export const localSubjectAccessReviewRules: RuleTable = {
  type: 'LocalSubjectAccessReview',
  at: '',
  validate: (body) =>
    validate(localSubjectAccessReview.storageVersion as ServedVersion, { metadata: HERE, ...body }),
  examples: [
    invalid(
      'metadata',
      'must be empty but for the namespace',
      'must be empty except for namespace',
      { ...asked(RESOURCE), metadata: { ...HERE, name: 'x' } },
      asked(RESOURCE),
    ),
    invalid(
      'spec.resourceAttributes.namespace',
      'must be the namespace of the review',
      'must match metadata.namespace',
      asked({ resourceAttributes: { verb: 'get' } }),
      asked(RESOURCE),
    ),
    invalid(
      'spec.nonResourceAttributes',
      'must not be set',
      'disallowed on this kind of request',
      asked(PATH),
      asked(RESOURCE),
    ),
  ],
}
