import type { ApiObject } from '../../meta/api-object.js'
import { rfc1123Label } from '../../meta/formats.js'
import type { ObjectMeta } from '../../meta/object-meta.js'

/** A name with dots is valid, but pods and hosts are named after it. */
export function podNameWarnings(
  { metadata }: Readonly<ApiObject>,
  current: Readonly<ApiObject> | undefined,
): readonly string[] {
  if (current !== undefined) return NONE
  const problems = rfc1123Label(metadata.name ?? '')
  if (problems.length === 0) return NONE
  return [
    `metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [${problems.join(' ')}]`,
  ]
}

/** The same of a pod itself. */
export function hostnameWarnings({ name = '' }: ObjectMeta): readonly string[] {
  const problems = rfc1123Label(name)
  if (problems.length === 0) return NONE
  return [
    `metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [${problems.join(' ')}]`,
  ]
}

const NONE: readonly string[] = []
