import { legacyPortName, portName } from '#kinds/shared/formats.js'
import type { StringFormat } from '#meta/field-errors.js'
import { dns1123Label, dns1123Subdomain, rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'

/** Which rules apply to a pod spec: legacy groups have fewer fields. */
export interface PodRules {
  readonly isCurrent: boolean
  /** Whether the rules are for a pod, not for a template. */
  readonly arePods: boolean
  /** Of a pod with ephemeral volumes or claims on devices, which are named after it. */
  readonly podName?: string | undefined
  readonly label: StringFormat
  readonly subdomain: StringFormat
  readonly portName: StringFormat
}

export const LEGACY_TEMPLATES: PodRules = {
  isCurrent: false,
  arePods: false,
  label: dns1123Label,
  subdomain: dns1123Subdomain,
  portName: legacyPortName,
}

export const CURRENT_TEMPLATES: PodRules = {
  isCurrent: true,
  arePods: false,
  label: rfc1123Label,
  subdomain: rfc1123Subdomain,
  portName,
}

export const CURRENT_PODS: PodRules = { ...CURRENT_TEMPLATES, arePods: true }
