import type { GroupVersion } from '#meta/resource.js'

/** The priorities of Kubernetes for its groups, the highest first; other groups of ours in between, in the order of discovery. */
const GROUP_PRIORITIES: Readonly<Record<string, number>> = {
  // It has no APIService, and comes before all others.
  'apiregistration.k8s.io': Number.MAX_SAFE_INTEGER,
  '': 18_000,
  apps: 17_800,
  'events.k8s.io': 17_750,
  'authentication.k8s.io': 17_700,
  'authorization.k8s.io': 17_600,
  autoscaling: 17_500,
  batch: 17_400,
  'certificates.k8s.io': 17_300,
  'networking.k8s.io': 17_200,
  federation: 17_160,
  extensions: 17_150,
  policy: 17_100,
  'rbac.authorization.k8s.io': 17_000,
  'storage.k8s.io': 16_800,
  'admissionregistration.k8s.io': 16_700,
  'apiextensions.k8s.io': 16_700,
  'scheduling.k8s.io': 16_600,
  'coordination.k8s.io': 16_500,
  'node.k8s.io': 16_300,
  'discovery.k8s.io': 16_200,
  'flowcontrol.apiserver.k8s.io': 16_100,
  'federation.binnacle.dev': 16_000,
}
/** Of groups that are not listed. */
const OTHER_GROUP = 1000

/** Where Kubernetes has other priorities than the stage of the version gives. */
const VERSION_PRIORITIES: Readonly<Record<string, number>> = {
  '/v1': 1,
  'autoscaling/v2': 30,
  'flowcontrol.apiserver.k8s.io/v1': 21,
}
const STABLE = 15
const BETA = 9
const ALPHA = 1
/** The same for all versions: clients compare their names. */
const CUSTOM_RESOURCE = 100

/** As in an APIService. */
export interface Priorities {
  readonly groupPriorityMinimum: number
  readonly versionPriority: number
}

/** The priorities of a version that the server itself serves. */
export function prioritiesOf({ group, version }: GroupVersion, isCustomResource: boolean): Priorities {
  if (isCustomResource) return { groupPriorityMinimum: OTHER_GROUP, versionPriority: CUSTOM_RESOURCE }
  return {
    groupPriorityMinimum: GROUP_PRIORITIES[group] ?? OTHER_GROUP,
    versionPriority: VERSION_PRIORITIES[`${group}/${version}`] ?? stagePriority(version),
  }
}

function stagePriority(version: string): number {
  if (version.includes('alpha')) return ALPHA
  return version.includes('beta') ? BETA : STABLE
}
