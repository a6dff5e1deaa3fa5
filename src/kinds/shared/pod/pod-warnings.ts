import { labelNameWarnings, labelWarnings, nodeTermWarnings } from '#kinds/shared/node-label-warnings.js'
import { fractionWarnings } from '#kinds/shared/resource-names.js'
import type { Container } from './containers/container.js'
import { type PlacedContainer, portWarnings } from './containers/port-warnings.js'
import type { PodSpec } from './pod-spec.js'
import type { PodTemplateSpec } from './pod-template.js'
import type { Volume } from './volumes/volume.js'

/** Warnings about a valid pod: settings without effect, duplicates, deprecated names. */

type Annotations = Readonly<Record<string, string>> | undefined

export function podTemplateWarnings({ metadata, spec }: PodTemplateSpec, path: string): string[] {
  return podWarnings(metadata.annotations, spec, `${path}.`)
}

/** `path` ends in a dot, or is empty for a pod. */
export function podWarnings(annotations: Annotations, spec: PodSpec, path = ''): string[] {
  const containers = [
    ...placed(`${path}spec.initContainers`, spec.initContainers),
    ...placed(`${path}spec.containers`, spec.containers),
    ...placed(`${path}spec.ephemeralContainers`, spec.ephemeralContainers),
  ]
  return [
    ...nodeWarnings(spec, `${path}spec`),
    ...oldAnnotationWarnings(annotations, `${path}metadata.annotations`),
    ...(spec.volumes ?? []).flatMap((volume, index) =>
      volumeWarnings(volume, `${path}spec.volumes[${index}]`),
    ),
    ...repeatedWarnings(
      (spec.hostAliases ?? []).map(({ ip }) => ip),
      'ip',
      (index) => `${path}spec.hostAliases[${index}].ip`,
    ),
    ...repeatedWarnings(
      (spec.imagePullSecrets ?? []).map(({ name }) => name),
      'name',
      (index) => `${path}spec.imagePullSecrets[${index}].name`,
    ),
    ...(spec.imagePullSecrets ?? []).flatMap(({ name }, index) =>
      name ? [] : [`${path}spec.imagePullSecrets[${index}].name: invalid empty name ""`],
    ),
    ...fractionWarnings(spec.overhead, BYTES, `${path}spec.overhead`),
    ...podSeccompWarnings(annotations, spec, `${path}metadata.annotations`),
    ...containers.flatMap(({ container, path: at }) => [
      ...profileWarnings(annotations, container, spec, `${path}metadata.annotations`),
      ...containerWarnings(container, at),
    ]),
    ...portWarnings(containers),
    ...gracePeriodWarnings(spec.terminationGracePeriodSeconds, `${path}spec`),
    ...affinityWarnings(spec, `${path}spec`),
  ]
}

const placed = (field: string, list: readonly Container[] | null | undefined): readonly PlacedContainer[] =>
  (list ?? []).map((container, index) => ({ container, path: `${field}[${index}]` }))

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

const SECCOMP = 'seccomp.security.alpha.kubernetes.io/pod'
const CONTAINER_SECCOMP = 'container.seccomp.security.alpha.kubernetes.io/'
const CONTAINER_APPARMOR = 'container.apparmor.security.beta.kubernetes.io/'

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
  const isOld = annotations?.[SECCOMP] !== undefined && securityContext?.seccompProfile === undefined
  return isOld ? [noSeccomp(path, SECCOMP)] : []
}

/** Warnings about profile annotations of one container. */
function profileWarnings(
  annotations: Annotations,
  { name, securityContext: own }: Container,
  { securityContext: ofPod }: PodSpec,
  path: string,
): string[] {
  const seccomp = `${CONTAINER_SECCOMP}${name}`
  const apparmor = `${CONTAINER_APPARMOR}${name}`
  const warnings = []
  if (annotations?.[seccomp] !== undefined && own?.seccompProfile === undefined) {
    warnings.push(noSeccomp(path, seccomp))
  }
  if (annotations?.[apparmor] !== undefined && !own?.appArmorProfile && !ofPod?.appArmorProfile) {
    warnings.push(`${path}[${apparmor}]: deprecated since v1.30; use the "appArmorProfile" field instead`)
  }
  return warnings
}

const gone = (since: string, from: string) => `deprecated in ${since}, non-functional in ${from}+`
/** Volume sources whose drivers have been removed. */
const OLD_SOURCES = [
  ['photonPersistentDisk', gone('v1.11', 'v1.16')],
  ['gitRepo', 'deprecated in v1.11, and disabled by default in v1.33+'],
  ['scaleIO', gone('v1.16', 'v1.22')],
  ['flocker', gone('v1.22', 'v1.25')],
  ['storageos', gone('v1.22', 'v1.25')],
  ['quobyte', gone('v1.22', 'v1.25')],
  ['glusterfs', gone('v1.25', 'v1.26')],
  ['cephfs', gone('v1.28', 'v1.31')],
  ['rbd', gone('v1.28', 'v1.31')],
] as const satisfies readonly (readonly [keyof Volume, string])[]

function volumeWarnings(volume: Volume, path: string): string[] {
  return OLD_SOURCES.flatMap(([source, warning]) =>
    volume[source] === undefined ? [] : [`${path}.${source}: ${warning}`],
  )
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
