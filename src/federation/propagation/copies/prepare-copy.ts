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

/** What other programs say about this object alone. */
const OWN_ANNOTATIONS: ReadonlySet<string> = new Set([
  'deployment.kubernetes.io/revision',
  'deprecated.deployment.rollback.to',
  'deprecated.daemonset.template.generation',
  'kubectl.kubernetes.io/last-applied-configuration',
])
/**
 * What this federation says about an object, and is told about it. A copy has its own; and a report that were copied would be a change of
 * the object, which is reported again.
 */
const OWN_PREFIX = 'federation.binnacle.dev/'

/** The annotations of an object that its copies have too. Those of the original federation are copied, as they were by that. */
export function copiedAnnotations(
  annotations: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(annotations).filter(
      ([name]) => !OWN_ANNOTATIONS.has(name) && !name.startsWith(OWN_PREFIX),
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
