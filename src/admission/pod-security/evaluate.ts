import * as baseline from './baseline.js'
import type { Standard } from './policy.js'
import * as profiles from './profiles.js'
import * as restricted from './restricted.js'
import type { Check, CheckedPod, Violation } from './violation.js'

/** A check, and the minor releases from which on it is as here. */
interface CheckSince {
  readonly name: string
  readonly since: readonly (readonly [minor: number, check: Check])[]
  readonly isRestricted?: boolean
  /** The check of the baseline that this one takes the place of. */
  readonly replaces?: string
}

/** Windows has none of these settings. */
const exceptOnWindows =
  (check: Check): Check =>
  (pod) =>
    pod.spec.os?.name === 'windows' ? undefined : check(pod)

/** In the order in which violations are reported. */
const CHECKS: readonly CheckSince[] = [
  { name: 'appArmorProfile', since: [[0, baseline.appArmorProfile]] },
  { name: 'capabilities_baseline', since: [[0, baseline.capabilities]] },
  { name: 'hostNamespaces', since: [[0, baseline.hostNamespaces]] },
  { name: 'hostPathVolumes', since: [[0, baseline.hostPathVolumes]] },
  { name: 'hostPorts', since: [[0, baseline.hostPorts]] },
  { name: 'privileged', since: [[0, baseline.privileged]] },
  { name: 'procMount', since: [[0, baseline.procMount]] },
  {
    name: 'seLinuxOptions',
    since: [
      [0, profiles.seLinuxOptions],
      [31, profiles.seLinuxOptions31],
    ],
  },
  {
    name: 'seccompProfile_baseline',
    since: [
      [0, profiles.seccompAnnotations],
      [19, profiles.seccompProfile],
    ],
  },
  {
    name: 'sysctls',
    since: [
      [0, baseline.sysctls],
      [27, baseline.sysctls27],
      [29, baseline.sysctls29],
      [32, baseline.sysctls32],
    ],
  },
  { name: 'windowsHostProcess', since: [[0, baseline.windowsHostProcess]] },
  {
    name: 'allowPrivilegeEscalation',
    isRestricted: true,
    since: [
      [8, restricted.allowPrivilegeEscalation],
      [25, exceptOnWindows(restricted.allowPrivilegeEscalation)],
    ],
  },
  {
    name: 'capabilities_restricted',
    isRestricted: true,
    replaces: 'capabilities_baseline',
    since: [
      [22, restricted.capabilities],
      [25, exceptOnWindows(restricted.capabilities)],
    ],
  },
  {
    name: 'restrictedVolumes',
    isRestricted: true,
    replaces: 'hostPathVolumes',
    since: [[0, restricted.restrictedVolumes]],
  },
  { name: 'runAsNonRoot', isRestricted: true, since: [[0, restricted.runAsNonRoot]] },
  { name: 'runAsUser', isRestricted: true, since: [[23, restricted.runAsUser]] },
  {
    name: 'seccompProfile_restricted',
    isRestricted: true,
    replaces: 'seccompProfile_baseline',
    since: [
      [19, profiles.seccompProfileRequired],
      [25, exceptOnWindows(profiles.seccompProfileRequired)],
    ],
  },
]

/** What of the pod the standard does not allow. */
export function violationsOf(pod: CheckedPod, { level, minor }: Standard): readonly Violation[] {
  if (level === 'privileged') return []
  const chosen = CHECKS.filter(({ isRestricted = false }) => level === 'restricted' || !isRestricted).flatMap(
    ({ name, replaces, since }) => {
      const check = since.findLast(([from]) => from <= minor)?.[1]
      return check === undefined ? [] : [{ name, replaces, check }]
    },
  )
  const replaced = new Set(chosen.map(({ replaces }) => replaces))
  return chosen.flatMap(({ name, check }) => (replaced.has(name) ? [] : (check(pod) ?? [])))
}

export const describeViolations = (violations: readonly Violation[]): string =>
  violations.map(({ reason, detail }) => `${reason} (${detail})`).join(', ')
