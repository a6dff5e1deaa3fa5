import { CLUSTER_SELECTOR } from '../annotations.js'

/** A copy of an object that is to be in a member, while it is made: plain JSON. */
export interface PreparedCopy {
  readonly metadata: {
    labels: Record<string, string>
    annotations: Record<string, string>
    readonly [member: string]: unknown
  }
  // biome-ignore lint/suspicious/noExplicitAny: what a kind takes out of its own parts, the kind knows the shape of.
  readonly spec?: any
  readonly [member: string]: unknown
}

/** What is said about clusters is for the federation; the rest of these was said about this object alone by other programs. */
const OWN_ANNOTATIONS: ReadonlySet<string> = new Set([
  CLUSTER_SELECTOR,
  'deployment.kubernetes.io/revision',
  'deprecated.deployment.rollback.to',
  'deprecated.daemonset.template.generation',
  'kubectl.kubernetes.io/last-applied-configuration',
])
const OWN_PREFIXES = ['federation.binnacle.dev/', 'federation.kubernetes.io/']

/** The annotations of an object that its copies have too. */
export function copiedAnnotations(
  annotations: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(annotations).filter(
      ([name]) => !OWN_ANNOTATIONS.has(name) && !OWN_PREFIXES.some((prefix) => name.startsWith(prefix)),
    ),
  )
}

/** A rollback is carried out here, and its outcome is what is copied. */
export function prepareDeployment({ spec }: PreparedCopy): void {
  delete spec.rollbackTo
}

/** Every cluster counts its own templates. */
export function prepareDaemonSet({ spec }: PreparedCopy): void {
  delete spec.templateGeneration
}

/** Members of a service that each cluster assigns. */
const ASSIGNED = ['clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'healthCheckNodePort'] as const
const HEADLESS = 'None'

/** Addresses and ports of nodes are those of the member. */
export function prepareService({ spec }: PreparedCopy): void {
  for (const member of ASSIGNED) delete spec[member]
  if (spec.clusterIP !== HEADLESS) delete spec.clusterIP
  for (const port of spec.ports ?? []) delete port.nodePort
}

/** The same value without members that are null: they say nothing, and no member cluster would own them. */
export function withoutNulls<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutNulls) as T
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([, member]) => member !== null && member !== undefined)
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutNulls(member)])) as T
}
