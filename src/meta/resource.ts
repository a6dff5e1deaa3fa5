/** Names of API types: the group and version they belong to, what they are called in paths and in objects. */

export interface GroupVersion {
  readonly group: string
  readonly version: string
}

export interface ResourceName extends GroupVersion {
  /** The plural, lower-case name in paths: `deployments`. */
  readonly plural: string
  /** The name in an object's `kind`: `Deployment`. */
  readonly kind: string
  /** The group that errors give the kind, if it is not the served one. */
  readonly kindGroup?: string | undefined
}

/** `extensions/v1beta1`, as in an object's `apiVersion`. */
export function apiVersionOf({ group, version }: GroupVersion): string {
  return group === '' ? version : `${group}/${version}`
}

/** `deployments.extensions`, as errors name a resource. */
export function qualifiedResource({ plural, group }: ResourceName): string {
  return group === '' ? plural : `${plural}.${group}`
}

/** `Deployment.extensions`, as errors name a kind. */
export function qualifiedKind({ kind, group, kindGroup = group }: ResourceName): string {
  return kindGroup === '' ? kind : `${kind}.${kindGroup}`
}

/** The group in the details of a response; undefined for the core group. */
export function groupInDetails({ group }: GroupVersion): string | undefined {
  return group === '' ? undefined : group
}

const VERSION = /^v([1-9][0-9]*)(?:(alpha|beta)([1-9][0-9]*))?$/
/** Stable versions come first. */
const STAGES: readonly (string | undefined)[] = ['alpha', 'beta', undefined]

/** Orders versions as clients prefer them: v2, v1, v2beta1, v1beta2, v1alpha1; then all others alphabetically. */
export function compareVersionPriority(left: string, right: string): number {
  const [a, b] = [VERSION.exec(left), VERSION.exec(right)]
  if (a === null || b === null)
    return Number(a === null) - Number(b === null) || (left < right ? -1 : Number(left > right))
  return (
    STAGES.indexOf(b[2]) - STAGES.indexOf(a[2]) ||
    Number(b[1]) - Number(a[1]) ||
    Number(b[3] ?? 0) - Number(a[3] ?? 0)
  )
}
