import type { Adjustment, FieldValues } from './random-fields.js'
import { anyText } from './random-text.js'

/** Valid roles, bindings and access reviews. */

const GROUP = 'rbac.authorization.k8s.io'

/** A selector is a string or a list of requirements. */
const keepOneForm: Adjustment = (fields, random) => {
  delete fields.requirements
  delete fields.rawSelector
  if (random.chance(0.5)) fields.rawSelector = 'a=b'
  else fields.requirements = [{ key: 'a', operator: 'In', values: ['b'] }]
}

/** A review is about a resource or a path, and has no name. */
const askOnce: Adjustment = (review, random) => {
  delete review.metadata
  const spec = (review.spec ?? {}) as FieldValues
  const about = spec.resourceAttributes ? 'nonResourceAttributes' : 'resourceAttributes'
  delete spec[about]
  spec.resourceAttributes ??= about === 'resourceAttributes' ? undefined : { verb: 'get' }
  if (spec.resourceAttributes === undefined)
    spec.nonResourceAttributes ??= { verb: 'get', path: anyText(random) }
  review.spec = spec
}

const askAboutUser: Adjustment = (review, random) => {
  askOnce(review, random)
  Object.assign(review.spec as FieldValues, { user: 'jane' })
}

export const ACCESS_ADJUSTMENTS: Readonly<Record<string, Adjustment>> = {
  'io.k8s.api.rbac.v1.PolicyRule': (rule, random) => {
    delete rule.nonResourceURLs
    for (const field of ['verbs', 'apiGroups', 'resources']) {
      const texts = rule[field] as string[] | null | undefined
      if (!texts?.length) rule[field] = [anyText(random)]
    }
  },
  'io.k8s.api.rbac.v1.AggregationRule': (rule) => {
    rule.clusterRoleSelectors = [{ matchLabels: { a: 'b' } }]
  },
  'io.k8s.api.rbac.v1.RoleRef': (reference, random) => {
    Object.assign(reference, { apiGroup: random.pick(['', GROUP]), kind: 'ClusterRole', name: 'team:A b' })
  },
  'io.k8s.api.rbac.v1.Subject': (subject, random) => {
    const kind = random.pick(['User', 'Group', 'ServiceAccount'])
    const isAccount = kind === 'ServiceAccount'
    const name = isAccount ? 'robot' : `x${anyText(random)}`
    const apiGroup = isAccount ? '' : random.pick(['', GROUP])
    Object.assign(subject, { kind, name, apiGroup, namespace: isAccount ? 'test' : anyText(random) })
  },
  'io.k8s.api.authorization.v1.FieldSelectorAttributes': keepOneForm,
  'io.k8s.api.authorization.v1.LabelSelectorAttributes': keepOneForm,
  'io.k8s.api.authorization.v1.SelfSubjectAccessReview': askOnce,
  'io.k8s.api.authorization.v1.SubjectAccessReview': askAboutUser,
  'io.k8s.api.authorization.v1.LocalSubjectAccessReview': (review, random) => {
    askAboutUser(review, random)
    const spec = review.spec as FieldValues
    delete spec.nonResourceAttributes
    spec.resourceAttributes = { ...(spec.resourceAttributes as FieldValues | undefined), namespace: 'test' }
  },
}
