import { eachWarning, rangeWarnings } from '#kinds/shared/address-warnings.js'
import { portName } from '#kinds/shared/formats.js'
import { mustBeLegacyRange, mustBePortNumber } from '#kinds/shared/network.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf } from '#meta/field-rules.js'
import { validateLabelSelector } from '#meta/label-selector-rules.js'
import { isStrictlyWithin, type LegacyRange } from '#util/net/legacy-address.js'
import {
  type IPBlock,
  type NetworkPolicy,
  type NetworkPolicyEgressRule,
  type NetworkPolicyIngressRule,
  type NetworkPolicyPeer,
  type NetworkPolicyPort,
  type NetworkPolicySpec,
  POLICY_TYPES,
  PROTOCOLS,
} from './schema.js'

export function validateNetworkPolicy({ spec }: Readonly<NetworkPolicy>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec)
}

function validateSpec(spec: NetworkPolicySpec, errors: FieldErrors): void {
  const { podSelector, ingress, egress, policyTypes = [] } = spec
  errors.field('podSelector', podSelector, validateLabelSelector)
  errors.each('ingress', ingress, validateIngressRule)
  errors.each('egress', egress, validateEgressRule)
  if (policyTypes.length > POLICY_TYPES.length) {
    errors.invalid('policyTypes', policyTypes, 'may not specify more than two policyTypes')
  } else errors.each('policyTypes', policyTypes, validatePolicyType)
}

function validatePolicyType(type: string, errors: FieldErrors): void {
  mustBeOneOf('', type, POLICY_TYPES, errors)
}

function validateIngressRule({ ports, from }: NetworkPolicyIngressRule, errors: FieldErrors): void {
  errors.each('ports', ports, validatePort)
  errors.each('from', from, validatePeer)
}

function validateEgressRule({ ports, to }: NetworkPolicyEgressRule, errors: FieldErrors): void {
  errors.each('ports', ports, validatePort)
  errors.each('to', to, validatePeer)
}

function validatePort({ protocol, port, endPort }: NetworkPolicyPort, errors: FieldErrors): void {
  mustBeOneOf('protocol', protocol, PROTOCOLS, errors)
  if (typeof port === 'number') {
    mustBePortNumber('port', port, errors)
    if (endPort === undefined) return
    // Kubernetes quotes the first port of the range.
    if (endPort < port) errors.invalid('endPort', port, 'must be greater than or equal to `port`')
    mustBePortNumber('endPort', endPort, errors)
    return
  }
  if (endPort !== undefined) {
    const what = port === undefined ? 'not specified' : 'non-numeric'
    errors.invalid('endPort', endPort, `may not be specified when \`port\` is ${what}`)
  }
  if (port !== undefined) errors.format('port', port, portName)
}

function validatePeer(
  { podSelector, namespaceSelector, ipBlock }: NetworkPolicyPeer,
  errors: FieldErrors,
): void {
  errors.field('podSelector', podSelector, validateLabelSelector)
  errors.field('namespaceSelector', namespaceSelector, validateLabelSelector)
  errors.field('ipBlock', ipBlock, validateBlock)
  const selects = podSelector !== undefined || namespaceSelector !== undefined
  if (!selects && ipBlock === undefined) errors.required('', 'must specify a peer')
  else if (selects && ipBlock !== undefined) {
    errors.forbidden('', 'may not specify both ipBlock and another peer')
  }
}

function validateBlock({ cidr, except }: IPBlock, errors: FieldErrors): void {
  if (cidr === '') {
    errors.required('cidr')
    return
  }
  const range = mustBeLegacyRange('cidr', cidr, errors)
  if (range !== undefined) errors.each('except', except, validateException, range)
}

function validateException(text: string, errors: FieldErrors, block: LegacyRange): void {
  const range = mustBeLegacyRange('', text, errors)
  if (range === undefined || isStrictlyWithin(range, block)) return
  errors.invalid('', text, 'must be a strict subset of `cidr`')
}

export function networkPolicyWarnings({ spec }: Readonly<NetworkPolicy>): readonly string[] {
  return [
    ...(spec.ingress ?? []).flatMap(({ from }, at) => peerWarnings(`spec.ingress[${at}].from`, from)),
    ...(spec.egress ?? []).flatMap(({ to }, at) => peerWarnings(`spec.egress[${at}].to`, to)),
  ]
}

function peerWarnings(path: string, peers: readonly NetworkPolicyPeer[] = []): readonly string[] {
  return peers.flatMap(({ ipBlock }, at) => {
    if (ipBlock === undefined) return []
    const block = `${path}[${at}].ipBlock`
    return [
      ...rangeWarnings(`${block}.cidr`, ipBlock.cidr),
      ...eachWarning(`${block}.except`, ipBlock.except, rangeWarnings),
    ]
  })
}
