import type { FieldErrors } from '../../../meta/field-errors.js'
import { MAX_INT32, mustBeGivenAsOneOf, mustFollow, mustLieBetween } from '../../../meta/field-rules.js'
import { dns1123Label, dns1123Subdomain } from '../../../meta/formats.js'
import { validateLabels } from '../../../meta/label-rules.js'
import { validateAffinity } from './affinity-rules.js'
import { mustUseHostPorts } from './container-port-rules.js'
import { validateContainers, validateInitContainers } from './container-rules.js'
import { validateDnsConfig, validateDnsPolicy, validateHostAlias } from './dns-rules.js'
import type { PodSpec } from './pod-spec.js'
import { validatePodSecurityContext } from './security-context-rules.js'
import { validateToleration } from './toleration-rules.js'
import { validateVolumes } from './volumes/volume-rules.js'

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never']

export function validatePodSpec(spec: PodSpec, errors: FieldErrors): void {
  const volumes = validateVolumes(spec.volumes, errors)
  validateContainers(spec.containers, volumes, errors)
  validateInitContainers(spec.initContainers, spec.containers, volumes, errors)
  mustBeGivenAsOneOf('restartPolicy', spec.restartPolicy, RESTART_POLICIES, errors)
  validateDnsPolicy(spec, errors)
  validateLabels('nodeSelector', spec.nodeSelector, errors)
  if (spec.hostNetwork) mustUseHostPorts(spec.containers ?? [], errors)
  errors.member('securityContext', spec.securityContext, validatePodSecurityContext)
  errors.member('affinity', spec.affinity, validateAffinity)
  errors.member('dnsConfig', spec.dnsConfig, validateDnsConfig, spec.dnsPolicy)
  mustFollow('serviceAccountName', spec.serviceAccountName, dns1123Subdomain, errors)
  mustFollow('nodeName', spec.nodeName, dns1123Subdomain, errors)
  mustLieBetween(1, MAX_INT32, 'activeDeadlineSeconds', spec.activeDeadlineSeconds, errors)
  mustFollow('hostname', spec.hostname, dns1123Label, errors)
  mustFollow('subdomain', spec.subdomain, dns1123Label, errors)
  errors.each('tolerations', spec.tolerations, validateToleration)
  errors.each('hostAliases', spec.hostAliases, validateHostAlias)
  mustFollow('priorityClassName', spec.priorityClassName, dns1123Subdomain, errors)
}
