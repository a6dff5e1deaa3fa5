import type { AdmissionPlugin } from '#registry/write/admission.js'

/** The admission plugins of kube-apiserver, in the order in which a write passes them. */
export const PLUGIN_NAMES = [
  'AlwaysAdmit',
  'NamespaceAutoProvision',
  'NamespaceLifecycle',
  'NamespaceExists',
  'LimitPodHardAntiAffinityTopology',
  'LimitRanger',
  'ServiceAccount',
  'NodeRestriction',
  'TaintNodesByCondition',
  'AlwaysPullImages',
  'ImagePolicyWebhook',
  'PodSecurity',
  'PodNodeSelector',
  'Priority',
  'DefaultTolerationSeconds',
  'PodTolerationRestriction',
  'EventRateLimit',
  'ExtendedResourceToleration',
  'DefaultStorageClass',
  'StorageObjectInUseProtection',
  'OwnerReferencesPermissionEnforcement',
  'PersistentVolumeClaimResize',
  'RuntimeClass',
  'CertificateApproval',
  'CertificateSigning',
  'ClusterTrustBundleAttest',
  'CertificateSubjectRestriction',
  'DefaultIngressClass',
  'DenyServiceExternalIPs',
  'PodTopologyLabels',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionWebhook',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionWebhook',
  'ResourceQuota',
  'AlwaysDeny',
] as const
export type PluginName = (typeof PLUGIN_NAMES)[number]

/** As in kube-apiserver, but for `ServiceAccount`: a server without service accounts accepts pods. */
const ON_BY_DEFAULT: readonly PluginName[] = [
  'NamespaceLifecycle',
  'LimitRanger',
  'TaintNodesByCondition',
  'PodSecurity',
  'Priority',
  'DefaultTolerationSeconds',
  'DefaultStorageClass',
  'StorageObjectInUseProtection',
  'PersistentVolumeClaimResize',
  'RuntimeClass',
  'CertificateApproval',
  'CertificateSigning',
  'CertificateSubjectRestriction',
  'DefaultIngressClass',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionWebhook',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionWebhook',
  'ResourceQuota',
]

/** Names that are accepted only so that the flags of kube-apiserver work. */
const WITHOUT_EFFECT: readonly string[] = [
  'AlwaysAdmit',
  'ImagePolicyWebhook',
  'EventRateLimit',
  'ClusterTrustBundleAttest',
  'PodTopologyLabels',
] satisfies readonly PluginName[]

/** The plugins to use besides the default ones, and those of the default ones not to use. */
export interface AdmissionConfig {
  readonly enableAdmissionPlugins: readonly string[]
  readonly disableAdmissionPlugins: readonly string[]
}

export const isPluginName = (name: string): name is PluginName => RANKS.has(name)

/** The names of the plugins that are on. */
export function enabledPlugins({
  enableAdmissionPlugins,
  disableAdmissionPlugins,
}: AdmissionConfig): ReadonlySet<string> {
  const enabled = new Set<string>([...ON_BY_DEFAULT, ...enableAdmissionPlugins])
  for (const name of disableAdmissionPlugins) enabled.delete(name)
  return enabled
}

/** The enabled plugins that this server does not have. */
export const ineffectivePlugins = ({ enableAdmissionPlugins }: AdmissionConfig): readonly string[] =>
  enableAdmissionPlugins.filter((name) => WITHOUT_EFFECT.includes(name))

/** Whether a plugin is on that is off by default. */
export const usesOptionalPlugins = (enabled: ReadonlySet<string>): boolean =>
  [...enabled].some((name) => !ON_BY_DEFAULT.some((other) => other === name))

/** The error of the configuration, if any. */
export function admissionError(config: AdmissionConfig): string | undefined {
  const both = config.enableAdmissionPlugins.find((name) => config.disableAdmissionPlugins.includes(name))
  return both && `${both} is in both --enable-admission-plugins and --disable-admission-plugins`
}

/**
 * The plugins that are on, in order. Those that kube-apiserver does not have are always on. They run once the
 * namespace is known to exist.
 */
export function arrangePlugins(
  plugins: readonly AdmissionPlugin[],
  enabled: ReadonlySet<string>,
): readonly AdmissionPlugin[] {
  return plugins
    .filter(({ name }) => !isPluginName(name) || enabled.has(name))
    .sort((one, other) => rankOf(one) - rankOf(other))
}

const RANKS: ReadonlyMap<string, number> = new Map(PLUGIN_NAMES.map((name, index) => [name, index]))
const OWN_RANK = PLUGIN_NAMES.indexOf('NamespaceExists') + 0.5
const rankOf = ({ name }: AdmissionPlugin) => RANKS.get(name) ?? OWN_RANK
