import { typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, json, list, required, string, struct } from '#schema/type.js'

/** The `AdmissionConfiguration` file of Kubernetes, and the configuration of PodSecurity in it. */

const PACKAGE = 'io.k8s.apiserver.config.v1'
const POD_SECURITY = 'io.k8s.pod-security-admission.admission.api.v1'

export const PluginSection = struct(
  `${PACKAGE}.AdmissionPluginConfiguration`,
  'The configuration of a plugin.',
  () => ({
    name: required(1, string, 'The name of the plugin.'),
    path: explicit(2, string, 'A file with its configuration.'),
    configuration: explicit(3, json, 'Its configuration.'),
  }),
)
export interface PluginSection extends Infer<typeof PluginSection> {}

export const AdmissionConfiguration = struct(
  `${PACKAGE}.AdmissionConfiguration`,
  'The configurations of plugins.',
  () => ({
    ...typeMeta,
    plugins: explicit(1, list(PluginSection), 'The plugins.'),
  }),
)
export interface AdmissionConfiguration extends Infer<typeof AdmissionConfiguration> {}

const level = (number: number) => explicit(number, string, 'privileged, baseline or restricted.')
const version = (number: number) => explicit(number, string, 'latest, or a release such as v1.33.')

const DefaultsSection = struct(
  `${POD_SECURITY}.PodSecurityDefaults`,
  'Standards for what the labels of a namespace leave open.',
  () => ({
    enforce: level(1),
    'enforce-version': version(2),
    audit: level(3),
    'audit-version': version(4),
    warn: level(5),
    'warn-version': version(6),
  }),
)
export interface DefaultsSection extends Infer<typeof DefaultsSection> {}

const ExemptionsSection = struct(
  `${POD_SECURITY}.PodSecurityExemptions`,
  'Whose pods are not checked.',
  () => ({
    usernames: explicit(1, list(string), 'Users who write the pods.'),
    namespaces: explicit(2, list(string), 'Namespaces of the pods.'),
    runtimeClasses: explicit(3, list(string), 'Runtime classes of the pods.'),
  }),
)
export interface ExemptionsSection extends Infer<typeof ExemptionsSection> {}

export const PodSecurityConfiguration = struct(
  `${POD_SECURITY}.PodSecurityConfiguration`,
  'The configuration of PodSecurity.',
  () => ({
    ...typeMeta,
    defaults: explicit(1, DefaultsSection, 'Standards for what the labels of a namespace leave open.'),
    exemptions: explicit(2, ExemptionsSection, 'Whose pods are not checked.'),
  }),
)
export interface PodSecurityConfiguration extends Infer<typeof PodSecurityConfiguration> {}
