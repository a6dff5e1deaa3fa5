import type { ConfigDocument } from '#access/config-document.js'
import { isPluginName } from '#admission/plugin-order.js'
import { DEFAULT_POD_SECURITY, type PodSecurityConfig } from '#admission/pod-security/configuration.js'
import { parseLevel, parseVersion, policyFrom } from '#admission/pod-security/policy.js'
import type { FieldErrors, StringFormat } from '#meta/field-errors.js'
import { dns1123Label, dns1123Subdomain } from '#meta/formats.js'
import {
  AdmissionConfiguration,
  type DefaultsSection,
  type ExemptionsSection,
  type PluginSection,
  PodSecurityConfiguration,
} from './admission-configuration.js'

/** The only plugin with a configuration. */
export const CONFIGURABLE = 'PodSecurity'

export const admissionDocument: ConfigDocument<typeof AdmissionConfiguration.fields> = {
  kind: 'AdmissionConfiguration',
  apiVersions: ['apiserver.config.k8s.io/v1', 'apiserver.k8s.io/v1alpha1'],
  type: AdmissionConfiguration,
  validate: ({ plugins }, errors) => errors.eachDistinct('plugins', plugins, validatePlugin),
}

export const podSecurityDocument: ConfigDocument<typeof PodSecurityConfiguration.fields> = {
  kind: 'PodSecurityConfiguration',
  apiVersions: ['v1', 'v1beta1', 'v1alpha1'].map(
    (version) => `pod-security.admission.config.k8s.io/${version}`,
  ),
  type: PodSecurityConfiguration,
  validate({ defaults, exemptions }, errors) {
    errors.field('defaults', defaults, validateDefaults)
    errors.field('exemptions', exemptions, validateExemptions)
  },
}

function validatePlugin(
  { name, path, configuration }: PluginSection,
  errors: FieldErrors,
  seen: Set<string>,
) {
  if (!isPluginName(name)) errors.invalid('name', name, 'is no plugin of this server')
  else if (seen.has(name)) errors.duplicate('name', name)
  seen.add(name)
  if (path && configuration !== undefined) errors.forbidden('path', 'cannot be combined with configuration')
  if ((path || configuration !== undefined) && name !== CONFIGURABLE) {
    errors.forbidden(path ? 'path' : 'configuration', `only ${CONFIGURABLE} has a configuration here`)
  }
}

function validateDefaults(defaults: DefaultsSection, errors: FieldErrors): void {
  for (const mode of ['enforce', 'warn', 'audit'] as const) {
    const level = defaults[mode]
    const version = defaults[`${mode}-version`]
    if (level && parseLevel(level) === undefined) {
      errors.invalid(mode, level, 'must be one of privileged, baseline, restricted')
    }
    if (version && parseVersion(version) === undefined) {
      errors.invalid(`${mode}-version`, version, 'must be "latest" or "v1.x"')
    }
  }
}

function validateExemptions(exemptions: ExemptionsSection, errors: FieldErrors): void {
  const { namespaces, runtimeClasses, usernames } = exemptions
  const name = (format: StringFormat) => (text: string, errors: FieldErrors, seen: Set<string>) => {
    errors.format('', text, format)
    if (seen.has(text)) errors.duplicate('', text)
    seen.add(text)
  }
  errors.eachDistinct('namespaces', namespaces, name(dns1123Label))
  errors.eachDistinct('runtimeClasses', runtimeClasses, name(dns1123Subdomain))
  errors.eachDistinct('usernames', usernames, (user, errors, seen) => {
    if (user === '') errors.required('')
    else if (seen.has(user)) errors.duplicate('', user)
    seen.add(user)
  })
}

/** The configuration that a valid document describes. */
export function podSecurityOf({ defaults, exemptions }: PodSecurityConfiguration): PodSecurityConfig {
  const standard = (mode: 'enforce' | 'audit' | 'warn') => ({
    level: parseLevel(defaults?.[mode] ?? '') ?? DEFAULT_POD_SECURITY.defaults[mode].level,
    minor: parseVersion(defaults?.[`${mode}-version`] ?? '') ?? DEFAULT_POD_SECURITY.defaults[mode].minor,
  })
  return {
    defaults: policyFrom({
      enforce: standard('enforce'),
      audit: standard('audit'),
      warn: standard('warn'),
    }),
    exempt: {
      namespaces: new Set(exemptions?.namespaces),
      users: new Set(exemptions?.usernames),
      runtimeClasses: new Set(exemptions?.runtimeClasses),
    },
  }
}
