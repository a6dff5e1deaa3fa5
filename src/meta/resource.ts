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
  /** The group by which errors name the kind, where it is not the one that it is served in. */
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

/** The group as the details of an answer name it, which leave out the core group. */
export function groupInDetails({ group }: GroupVersion): string | undefined {
  return group === '' ? undefined : group
}
