import { legacyPortName, portName } from '#kinds/shared/formats.js'
import type { TextFormat } from '#meta/field-errors.js'
import { dns1123Label, dns1123Subdomain, rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'

/** Which rules a pod spec has to keep: groups of the first years know fewer settings than those of today. */
export interface PodRules {
  readonly areTodays: boolean
  /** Whether they are about a pod itself. A template leaves some things to its pods. */
  readonly arePods: boolean
  readonly label: TextFormat
  readonly subdomain: TextFormat
  readonly portName: TextFormat
}

export const LEGACY_TEMPLATES: PodRules = {
  areTodays: false,
  arePods: false,
  label: dns1123Label,
  subdomain: dns1123Subdomain,
  portName: legacyPortName,
}

export const TODAYS_TEMPLATES: PodRules = {
  areTodays: true,
  arePods: false,
  label: rfc1123Label,
  subdomain: rfc1123Subdomain,
  portName,
}

export const TODAYS_PODS: PodRules = { ...TODAYS_TEMPLATES, arePods: true }
