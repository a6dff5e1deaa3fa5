/** A copy under construction, as plain JSON. */
export interface PreparedCopy {
  readonly metadata: {
    labels: Record<string, string>
    annotations: Record<string, string>
    readonly [member: string]: unknown
  }
  // biome-ignore lint/suspicious/noExplicitAny: each kind knows the type of its own fields.
  readonly spec?: any
  readonly [member: string]: unknown
}

/** Annotations that other programs set for this object only. */
const OWN_ANNOTATIONS: ReadonlySet<string> = new Set([
  'deployment.kubernetes.io/revision',
  'deprecated.deployment.rollback.to',
  'deprecated.daemonset.template.generation',
  'kubectl.kubernetes.io/last-applied-configuration',
])
/**
 * Annotations of this federation. Copies have their own, and copying a status would trigger another status
 * update.
 */
const OWN_PREFIX = 'federation.binnacle.dev/'

/** The annotations that copies inherit. Those of the original federation are included, as they were there. */
export function copiedAnnotations(
  annotations: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(annotations).filter(
      ([name]) => !OWN_ANNOTATIONS.has(name) && !name.startsWith(OWN_PREFIX),
    ),
  )
}

/** A rollback runs on the host; its result is propagated. */
export function prepareDeployment({ spec }: PreparedCopy): void {
  delete spec.rollbackTo
}

/** Each cluster has its own template generation. */
export function prepareDaemonSet({ spec }: PreparedCopy): void {
  delete spec.templateGeneration
}

/**
 * Members use the selector and the labels that the host has generated: the uid in them is unique everywhere. The
 * host deletes finished Jobs in time: members would delete them before their results are counted. Older members do
 * not know all fields, so that defaults are left to them.
 */
export function prepareJob({ spec }: PreparedCopy): void {
  spec.manualSelector = true
  delete spec.ttlSecondsAfterFinished
  if (spec.suspend === false) delete spec.suspend
  if (spec.completionMode === 'NonIndexed') delete spec.completionMode
  const replacement = spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed'
  if (spec.podReplacementPolicy === replacement) delete spec.podReplacementPolicy
}

/** Current members do not serve workloads of this version. */
const RETIRED = 'extensions/v1beta1'

export function prepareAutoscaler({ spec }: PreparedCopy): void {
  if (spec.scaleTargetRef?.apiVersion === RETIRED) spec.scaleTargetRef.apiVersion = 'apps/v1'
}

/** Service fields that each cluster assigns. */
const ASSIGNED = ['clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'healthCheckNodePort'] as const
const HEADLESS = 'None'

/** Cluster IPs and node ports belong to the member. */
export function prepareService({ spec }: PreparedCopy): void {
  for (const member of ASSIGNED) delete spec[member]
  if (spec.clusterIP !== HEADLESS) delete spec.clusterIP
  for (const port of spec.ports ?? []) delete port.nodePort
}

/** Removes null properties: they mean nothing, and no member would own them. */
export function withoutNulls<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutNulls) as T
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([, member]) => member !== null && member !== undefined)
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutNulls(member)])) as T
}
