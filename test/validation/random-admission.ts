import type { Random } from '../support/random.js'
import type { Adjustment, FieldValues } from './random-fields.js'
import { dnsLabel, qualifiedName } from './random-text.js'

/** Valid webhooks and policies. None matches an existing resource, so that they do not affect other tests. */

const V1 = 'io.k8s.api.admissionregistration.v1'
const listIn = (fields: FieldValues, name: string) => (fields[name] ?? []) as FieldValues[]

const adjustRule: Adjustment = (rule, random) => {
  Object.assign(rule, {
    operations: random.pick([['*'], ['CREATE', 'DELETE']]),
    apiGroups: ['nothing.example.com'],
    apiVersions: random.pick([['*'], ['v1', 'v1beta1']]),
    resources: random.pick([['*/*'], ['*', '*/scale'], ['things', 'things/status']]),
    scope: random.pick([undefined, '*', 'Cluster', 'Namespaced']),
  })
  if ('resourceNames' in rule) rule.resourceNames = random.pick([undefined, ['a', 'b']])
}

const keepOneAddress: Adjustment = (config, random) => {
  delete config.url
  delete config.service
  if (random.chance(0.5)) config.url = random.pick(['https://example.com', 'https://[::1]:8443/a'])
  else {
    const path = random.pick([undefined, '', '/', '/a/b'])
    config.service = { namespace: 'n', name: 's', path, port: random.pick([undefined, 1, 65_535]) }
  }
}

const adjustWebhook: Adjustment = (webhook, random) => {
  webhook.clientConfig ??= { url: 'https://example.com' }
  webhook.sideEffects = random.pick(['None', 'NoneOnDryRun'])
  webhook.timeoutSeconds = random.pick([undefined, 1, 30])
  webhook.admissionReviewVersions = random.pick([['v1'], ['v9', 'v1beta1']])
  giveNames(listIn(webhook, 'matchConditions'), random)
}

const nameWebhooks: Adjustment = (configuration, random) => {
  for (const [index, webhook] of listIn(configuration, 'webhooks').entries()) {
    webhook.name = `w${index}.${dnsLabel(random)}.example.com`
  }
}

function giveNames(conditions: readonly FieldValues[], random: Random): void {
  for (const [index, condition] of conditions.entries())
    condition.name = `${qualifiedName(random).slice(0, 40)}${index}`
}

const adjustPolicy: Adjustment = (policy, random) => {
  const spec = (policy.spec ?? {}) as FieldValues
  policy.spec = spec
  policy.metadata = { ...(policy.metadata as FieldValues | undefined), name: dnsLabel(random) }
  const constraints = (spec.matchConstraints ?? {}) as FieldValues
  spec.matchConstraints = constraints
  const rule: FieldValues = {}
  adjustRule(rule, random)
  if (listIn(constraints, 'resourceRules').length === 0) constraints.resourceRules = [rule]
  if (spec.paramKind)
    spec.paramKind = { apiVersion: random.pick(['v1', 'a.example.com/v1']), kind: 'ConfigMap' }
  if (listIn(spec, 'validations').length === 0) spec.validations = [{ expression: 'true' }]
  giveNames(listIn(spec, 'matchConditions'), random)
  for (const [index, variable] of listIn(spec, 'variables').entries()) variable.name = `v${index}`
  for (const [index, annotation] of listIn(spec, 'auditAnnotations').entries()) annotation.key = `k${index}`
}

const adjustMutatingPolicy: Adjustment = (policy, random) => {
  adjustPolicy(policy, random)
  const spec = policy.spec as FieldValues
  delete spec.validations
  spec.reinvocationPolicy = random.pick(['Never', 'IfNeeded'])
  spec.mutations = random.pick([
    [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
    [{ patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "remove", path: "/a"}]' } }],
  ])
  excludeDeletions(spec.matchConstraints as FieldValues, random)
}

function excludeDeletions(resources: FieldValues, random: Random): void {
  for (const rule of listIn(resources, 'resourceRules'))
    rule.operations = random.pick([['*'], ['CREATE', 'UPDATE']])
}

/** The types that policies of all versions have. */
function inVersion(version: string): Record<string, Adjustment> {
  const prefix = `io.k8s.api.admissionregistration.${version}`
  return {
    [`${prefix}.NamedRuleWithOperations`]: adjustRule,
    [`${prefix}.MatchCondition`]: (condition, random) => {
      condition.expression = random.pick(['true', "request.name != 'a'", 'has(object.spec)'])
    },
    [`${prefix}.Variable`]: (variable, random) => {
      variable.expression = random.pick(['1', '[object]', 'request.dryRun'])
    },
    [`${prefix}.ParamRef`]: (reference, random) => {
      if (random.chance(0.5)) delete reference.selector
      reference.name = reference.selector == null ? 'a' : undefined
      reference.parameterNotFoundAction = random.pick(['Allow', 'Deny'])
    },
    [`${prefix}.MutatingAdmissionPolicy`]: adjustMutatingPolicy,
    [`${prefix}.MutatingAdmissionPolicyBinding`]: (binding, random) => {
      const spec = (binding.spec ?? {}) as FieldValues
      binding.spec = { ...spec, policyName: 'p' }
      if (spec.matchResources) excludeDeletions(spec.matchResources as FieldValues, random)
    },
  }
}

export const ADMISSION_ADJUSTMENTS: Readonly<Record<string, Adjustment>> = {
  [`${V1}.RuleWithOperations`]: adjustRule,
  [`${V1}.WebhookClientConfig`]: keepOneAddress,
  [`${V1}.MutatingWebhook`]: adjustWebhook,
  [`${V1}.ValidatingWebhook`]: adjustWebhook,
  [`${V1}.MutatingWebhookConfiguration`]: nameWebhooks,
  [`${V1}.ValidatingWebhookConfiguration`]: nameWebhooks,
  ...inVersion('v1'),
  ...inVersion('v1beta1'),
  ...inVersion('v1alpha1'),
  [`${V1}.Validation`]: (validation, random) => {
    Object.assign(validation, {
      expression: random.pick(['true', 'object == oldObject']),
      message: random.pick([undefined, 'no']),
      messageExpression: random.pick([undefined, "'no ' + request.name"]),
      reason: random.pick([undefined, 'Invalid', 'Forbidden']),
    })
  },
  [`${V1}.AuditAnnotation`]: (annotation, random) => {
    annotation.valueExpression = random.pick(['null', "'a'"])
  },
  [`${V1}.ExpressionWarning`]: (warning) => {
    Object.assign(warning, { fieldRef: 'spec.validations[0].expression', warning: 'ERROR' })
  },
  [`${V1}.ValidatingAdmissionPolicy`]: adjustPolicy,
  [`${V1}.ValidatingAdmissionPolicyBinding`]: (binding, random) => {
    const validationActions = random.pick([['Deny'], ['Warn', 'Audit'], ['Audit', 'Deny']])
    binding.spec = { ...(binding.spec as FieldValues | undefined), policyName: 'p', validationActions }
  },
}
