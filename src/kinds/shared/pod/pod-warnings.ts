import { addressWarnings } from '#kinds/shared/address-warnings.js'
import { labelNameWarnings, labelWarnings, nodeTermWarnings } from '#kinds/shared/node-label-warnings.js'
import { fractionWarnings } from '#kinds/shared/resource-names.js'
import type { Container } from './containers/container.js'
import { containersOf } from './containers/containers-of.js'
import { portWarnings } from './containers/port-warnings.js'
import type { PodSpec } from './pod-spec.js'
import type { PodTemplateSpec } from './pod-template.js'
import { CONTAINER_APPARMOR, CONTAINER_SECCOMP, POD_SECCOMP } from './security/profile-annotations.js'
import { volumeWarnings } from './volumes/volume-warnings.js'

/** Warnings about a valid pod: settings without effect, duplicates, deprecated names. In the order of Kubernetes. */

type Annotations = Readonly<Record<string, string>> | undefined

/** AppArmor annotations of pods become fields, so only templates are warned of them here. */
export function podTemplateWarnings({ metadata, spec }: PodTemplateSpec, path: string): string[] {
  return podWarnings(metadata.annotations, spec, `${path}.`, appArmorWarnings)
}

/** `prefix` ends in a dot, or is empty for a pod. */
export function podWarnings(
  annotations: Annotations,
  spec: PodSpec,
  prefix = '',
  ofAnnotatedContainer: ContainerWarnings = () => [],
): string[] {
  const path = `${prefix}spec`
  const at = `${prefix}metadata.annotations`
  const containers = containersOf(spec, `${path}.`)
  const { hostAliases = [], imagePullSecrets = [], volumes = [], dnsConfig } = spec
  const aliasPath = (index: number) => `${path}.hostAliases[${index}].ip`
  const secretPath = (index: number) => `${path}.imagePullSecrets[${index}].name`
  return [
    ...nodeWarnings(spec, path),
    ...oldAnnotationWarnings(annotations, at),
    ...volumeWarnings(volumes, `${path}.volumes`),
    ...repeatedWarnings(
      hostAliases.map(({ ip }) => ip),
      'ip',
      aliasPath,
    ),
    ...repeatedWarnings(
      imagePullSecrets.map(({ name }) => name),
      'name',
      secretPath,
    ),
    ...imagePullSecrets.flatMap(({ name }, index) =>
      name ? [] : [`${secretPath(index)}: invalid empty name ""`],
    ),
    ...fractionWarnings(spec.overhead, BYTES, `${path}.overhead`),
    ...podSeccompWarnings(annotations, spec, at),
    ...containers.flatMap(({ container, path: where }) => [
      ...seccompWarnings(annotations, container, spec, at),
      ...ofAnnotatedContainer(annotations, container, spec, at),
      ...containerWarnings(container, where),
    ]),
    ...portWarnings(containers),
    ...gracePeriodWarnings(spec.terminationGracePeriodSeconds, path),
    ...affinityWarnings(spec, path),
    ...(dnsConfig?.nameservers ?? []).flatMap((ip, index) =>
      addressWarnings(`${path}.dnsConfig.nameservers[${index}]`, ip),
    ),
    ...hostAliases.flatMap(({ ip = '' }, index) => addressWarnings(aliasPath(index), ip)),
  ]
}

function nodeWarnings(
  { nodeSelector, affinity, topologySpreadConstraints }: PodSpec,
  path: string,
): string[] {
  const { requiredDuringSchedulingIgnoredDuringExecution: required } = affinity?.nodeAffinity ?? {}
  const { preferredDuringSchedulingIgnoredDuringExecution: preferred } = affinity?.nodeAffinity ?? {}
  const at = `${path}.affinity.nodeAffinity`
  return [
    ...labelWarnings(nodeSelector, (label) => `${path}.nodeSelector[${label}]`),
    ...(required?.nodeSelectorTerms ?? []).flatMap((term, index) =>
      nodeTermWarnings(
        term,
        `${at}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[${index}]`,
      ),
    ),
    ...(preferred ?? []).flatMap(({ preference }, index) =>
      nodeTermWarnings(
        preference,
        `${at}.preferredDuringSchedulingIgnoredDuringExecution[${index}].preference`,
        true,
      ),
    ),
    ...(topologySpreadConstraints ?? []).flatMap(({ topologyKey, labelSelector }, index) => {
      const constraint = `${path}.topologySpreadConstraints[${index}]`
      const selectsNone = `${constraint}.labelSelector: a null labelSelector results in matching no pod`
      return [
        ...labelNameWarnings(topologyKey, `${constraint}.topologyKey`),
        ...(labelSelector === undefined ? [selectsNone] : []),
      ]
    }),
  ]
}

/** Warnings about duplicates in a list. */
function repeatedWarnings(
  values: readonly (string | undefined)[],
  what: string,
  at: (index: number) => string,
): string[] {
  const seen = new Set<string | undefined>()
  return values.flatMap((value, index) => {
    if (seen.has(value)) return [`${at(index)}: duplicate ${what} ${JSON.stringify(value ?? '')}`]
    seen.add(value)
    return []
  })
}

/** Annotations that have become fields. */
const OLD_ANNOTATIONS = {
  'scheduler.alpha.kubernetes.io/critical-pod': ['v1.16', 'priorityClassName'],
  'security.alpha.kubernetes.io/sysctls': ['v1.11', 'sysctls'],
  'security.alpha.kubernetes.io/unsafe-sysctls': ['v1.11', 'sysctls'],
} as const

function oldAnnotationWarnings(annotations: Annotations, path: string): string[] {
  return Object.entries(OLD_ANNOTATIONS).flatMap(([key, [since, field]]) =>
    annotations?.[key] === undefined
      ? []
      : [`${path}[${key}]: non-functional in ${since}+; use the "${field}" field instead`],
  )
}

const noSeccomp = (path: string, key: string) =>
  `${path}[${key}]: non-functional in v1.27+; use the "seccompProfile" field instead`

function podSeccompWarnings(annotations: Annotations, { securityContext }: PodSpec, path: string): string[] {
  const isOld = annotations?.[POD_SECCOMP] !== undefined && securityContext?.seccompProfile === undefined
  return isOld ? [noSeccomp(path, POD_SECCOMP)] : []
}

/** Warnings about annotations of one container. */
type ContainerWarnings = (
  annotations: Annotations,
  container: Container,
  spec: PodSpec,
  path: string,
) => string[]

const seccompWarnings: ContainerWarnings = (annotations, { name, securityContext }, _, path) => {
  const key = CONTAINER_SECCOMP + name
  const isOld = annotations?.[key] !== undefined && securityContext?.seccompProfile === undefined
  return isOld ? [noSeccomp(path, key)] : []
}

const appArmorWarnings: ContainerWarnings = (annotations, { name, securityContext }, spec, path) => {
  const key = CONTAINER_APPARMOR + name
  const profile = securityContext?.appArmorProfile ?? spec.securityContext?.appArmorProfile
  if (annotations?.[key] === undefined || profile !== undefined) return []
  return [`${path}[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`]
}

function containerWarnings({ env, resources }: Container, path: string): string[] {
  const names = new Set<string>()
  const hidden = (env ?? []).flatMap(({ name, value = '' }, index) => {
    const isNew = !names.has(name)
    names.add(name)
    // A value may refer to the previous one: X="a", then X="$(X)b".
    const before = `$(${name})`
    if (isNew || (value.includes(before) && value !== before)) return []
    const what = `hides previous definition of ${JSON.stringify(name)}`
    return [`${path}.env[${index}]: ${what}, which may be dropped when using apply`]
  })
  const fractions = BYTES.flatMap((name) => [
    ...fractionWarnings(resources.limits, [name], `${path}.resources.limits`),
    ...fractionWarnings(resources.requests, [name], `${path}.resources.requests`),
  ])
  return [...fractions, ...hidden]
}

const BYTES = ['memory', 'ephemeral-storage']

function gracePeriodWarnings(seconds: number | undefined, path: string): string[] {
  if (seconds === undefined || seconds >= 0) return []
  return [
    `${path}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`,
  ]
}

function affinityWarnings({ affinity }: PodSpec, path: string): string[] {
  return (['podAffinity', 'podAntiAffinity'] as const).flatMap((kind) => {
    const at = `${path}.affinity.${kind}`
    const required = affinity?.[kind]?.requiredDuringSchedulingIgnoredDuringExecution ?? []
    const preferred = affinity?.[kind]?.preferredDuringSchedulingIgnoredDuringExecution ?? []
    const terms = [
      ...required.map((term, index) => ({
        term,
        path: `${at}.requiredDuringSchedulingIgnoredDuringExecution[${index}]`,
      })),
      ...preferred.map(({ podAffinityTerm: term }, index) => ({
        term,
        path: `${at}.preferredDuringSchedulingIgnoredDuringExecution[${index}].podAffinityTerm`,
      })),
    ]
    return terms.flatMap(({ term, path: where }) =>
      term.labelSelector === undefined
        ? [`${where}.labelSelector: a null labelSelector results in matching no pod`]
        : [],
    )
  })
}
