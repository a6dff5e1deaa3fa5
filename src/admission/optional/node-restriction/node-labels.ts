type Labels = Readonly<Record<string, string>>

/** Labels of a node that its own kubelet cannot set, change or remove: pods may be scheduled by them. Sorted. */
export function forbiddenLabels(after: Labels = {}, before: Labels = {}): readonly string[] {
  const changed = Object.keys({ ...before, ...after }).filter((key) => after[key] !== before[key])
  return changed.filter(isForbidden).sort()
}

const RESTRICTED = 'node-restriction.kubernetes.io'
const KUBERNETES = ['kubernetes.io', 'k8s.io']

/** What a kubelet knows about its node. */
const KUBELET_LABELS: ReadonlySet<string> = new Set([
  'kubernetes.io/hostname',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'node.kubernetes.io/instance-type',
  'beta.kubernetes.io/instance-type',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
])
const KUBELET_DOMAINS = ['kubelet.kubernetes.io', 'node.kubernetes.io']

function isForbidden(key: string): boolean {
  const [domain = '', name] = key.split('/', 2)
  if (name === undefined) return false
  const isIn = (other: string) => domain === other || domain.endsWith(`.${other}`)
  if (isIn(RESTRICTED)) return true
  return KUBERNETES.some(isIn) && !KUBELET_LABELS.has(key) && !KUBELET_DOMAINS.some(isIn)
}
