import type { FieldErrors } from '#meta/field-errors.js'
import { MAX_INT32, mustBeGivenAsOneOf, mustFollow, mustLieBetween } from '#meta/field-rules.js'
import { validateLabels } from '#meta/label-rules.js'
import { validateContainers, validateInitContainers } from './containers/container-rules.js'
import { validateEphemeralContainers } from './containers/ephemeral-container-rules.js'
import { mustUseHostPorts } from './containers/port-rules.js'
import { validateDnsConfig, validateDnsPolicy, validateHostAlias } from './dns-rules.js'
import type { PodRules } from './pod-rules.js'
import type { PodSpec } from './pod-spec.js'
import { validatePodClaims } from './resource-claim-rules.js'
import { validateAffinity } from './scheduling/affinity-rules.js'
import { validateGates, validateScheduling } from './scheduling/scheduling-rules.js'
import { validateToleration } from './scheduling/tolerations.js'
import { validateSecurity } from './security/pod-security-rules.js'
import { validateHostProcesses, validateSystem, validateUserNamespace } from './security/system-rules.js'
import { validateVolumes } from './volumes/volume-rules.js'

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never']

export function validatePodSpec(spec: PodSpec, errors: FieldErrors, rules: PodRules): void {
  const { terminationGracePeriodSeconds: gracePeriod = 30 } = spec
  const volumes = validateVolumes(spec.volumes, rules, errors)
  validatePodClaims(spec, errors, rules)
  const context = { volumes, rules, pod: spec, gracePeriod }
  validateContainers(spec.containers, context, errors)
  validateInitContainers(spec.initContainers, spec.containers, context, errors)
  validateEphemeralContainers(spec, context, errors)
  if (spec.hostNetwork && rules.isCurrent) mustUseHostPorts(spec.containers ?? [], rules, errors)
  mustBeGivenAsOneOf('restartPolicy', spec.restartPolicy, RESTART_POLICIES, errors)
  validateDnsPolicy(spec, errors, rules)
  validateLabels('nodeSelector', spec.nodeSelector, errors)
  if (spec.hostNetwork && !rules.isCurrent) mustUseHostPorts(spec.containers ?? [], rules, errors)
  validateSecurity(spec, errors)
  errors.field('affinity', spec.affinity, validateAffinity, rules)
  if (spec.dnsConfig) {
    errors.field('dnsConfig', spec.dnsConfig, validateDnsConfig, { dnsPolicy: spec.dnsPolicy, rules })
  } else if (spec.dnsPolicy === 'None' && rules.isCurrent) {
    errors.required('dnsConfig', 'must provide `dnsConfig` when `dnsPolicy` is None')
  }
  validateGates(spec, errors)
  validateHostProcesses(spec, errors)
  validateUserNamespace(spec, errors)
  mustFollow('serviceAccountName', spec.serviceAccountName, rules.subdomain, errors)
  mustFollow('nodeName', spec.nodeName, rules.subdomain, errors)
  mustLieBetween(1, MAX_INT32, 'activeDeadlineSeconds', spec.activeDeadlineSeconds, errors)
  mustFollow('hostname', spec.hostname, rules.label, errors)
  mustFollow('subdomain', spec.subdomain, rules.label, errors)
  errors.each('tolerations', spec.tolerations, validateToleration, rules)
  errors.each('hostAliases', spec.hostAliases, validateHostAlias, rules)
  mustFollow('priorityClassName', spec.priorityClassName, rules.subdomain, errors)
  validateScheduling(spec, errors, rules)
  validateSystem(spec, errors)
}
