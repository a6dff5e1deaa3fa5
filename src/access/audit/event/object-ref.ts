import type { ResourceAttributes } from '../../../http/resource-path.js'
import { quoted } from './quote.js'

/** What a body tells of the object that a request is about, where the path does not. */
export interface ObjectIdentity {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
}

/** What a request is about, as JSON. */
export function objectRef(resource: ResourceAttributes, told: ObjectIdentity | undefined): string {
  const { plural, subresource, group, version } = resource
  let text = `{"resource":${quoted(plural)}`
  const namespace = resource.namespace || told?.namespace
  if (namespace) text += `,"namespace":${quoted(namespace)}`
  const name = resource.name || told?.name
  if (name) text += `,"name":${quoted(name)}`
  if (told?.uid) text += `,"uid":${quoted(told.uid)}`
  if (group !== '') text += `,"apiGroup":${quoted(group)}`
  text += `,"apiVersion":${quoted(version)}`
  if (told?.resourceVersion) text += `,"resourceVersion":${quoted(told.resourceVersion)}`
  if (subresource) text += `,"subresource":${quoted(subresource)}`
  return `${text}}`
}

/** What the metadata of a body says. Undefined where it says nothing. */
export function identityOf(body: unknown): ObjectIdentity | undefined {
  const { metadata } = (body ?? {}) as { readonly metadata?: unknown }
  if (typeof metadata !== 'object' || metadata === null) return undefined
  const { namespace, name, uid, resourceVersion } = metadata as Readonly<Record<string, unknown>>
  return {
    namespace: textOf(namespace),
    name: textOf(name),
    uid: textOf(uid),
    resourceVersion: textOf(resourceVersion),
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
