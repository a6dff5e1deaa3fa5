import { addressWarnings, eachWarning, rangeWarnings } from '#kinds/shared/address-warnings.js'
import type { Service } from './schema.js'
import { HEADLESS } from './service-types.js'
import { TOPOLOGY_HINTS, TOPOLOGY_MODE } from './validation.js'

export function serviceWarnings({ metadata, spec }: Readonly<Service>): readonly string[] {
  const { type, clusterIP = '', externalIPs = [], externalName = '', loadBalancerIP } = spec
  const warnings: string[] = []
  if (metadata.annotations?.[TOPOLOGY_HINTS] !== undefined) {
    warnings.push(`annotation ${TOPOLOGY_HINTS} is deprecated, please use ${TOPOLOGY_MODE} instead`)
  }
  if (clusterIP !== '' && clusterIP !== HEADLESS) {
    warnings.push(...eachWarning('spec.clusterIPs', spec.clusterIPs, addressWarnings))
  }
  warnings.push(...eachWarning('spec.externalIPs', externalIPs, addressWarnings))
  if (loadBalancerIP !== undefined) warnings.push(...addressWarnings('spec.loadBalancerIP', loadBalancerIP))
  warnings.push(...eachWarning('spec.loadBalancerSourceRanges', spec.loadBalancerSourceRanges, rangeWarnings))
  if (type === 'ExternalName' && externalIPs.length > 0) {
    warnings.push('spec.externalIPs is ignored when spec.type is "ExternalName"')
  }
  if (type !== 'ExternalName' && externalName !== '') {
    warnings.push('spec.externalName is ignored when spec.type is not "ExternalName"')
  }
  return warnings
}

/** Also for a reported status. */
export const serviceStatusWarnings = ({ status }: Readonly<Service>): readonly string[] =>
  (status.loadBalancer.ingress ?? []).flatMap(({ ip }, index) =>
    ip === undefined ? [] : addressWarnings(`status.loadBalancer.ingress[${index}]`, ip),
  )
