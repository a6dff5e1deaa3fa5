import type { ResourceAttributes } from '#http/request/resource-path.js'
import { escaped } from './quote.js'

/** What a body tells of the object that a request is about, where the path does not. */
export interface ObjectIdentity {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
}

/**
 * What a request is about, as a member of an event. `isPlain` says that what was read from the path of the request stands in
 * JSON as it is.
 */
export function objectRef(
  resource: ResourceAttributes,
  told: ObjectIdentity | undefined,
  isPlain: boolean,
): string {
  const { namespace, name, subresource } = resource
  if (!isPlain || told !== undefined || !namespace || !name || subresource) return write(resource, told)
  const { beginning, end } = framesOf(resource)
  return `${beginning}${namespace}","name":"${name}${end}`
}

function write(resource: ResourceAttributes, told: ObjectIdentity | undefined): string {
  const { plural, subresource, group, version } = resource
  let text = `,"objectRef":{"resource":"${escaped(plural)}"`
  text += textMember('namespace', resource.namespace || told?.namespace)
  text += textMember('name', resource.name || told?.name)
  text += textMember('uid', told?.uid)
  text += textMember('apiGroup', group)
  text += textMember('apiVersion', version)
  text += textMember('resourceVersion', told?.resourceVersion)
  return `${text}${textMember('subresource', subresource)}}`
}

const textMember = (name: string, text: string | undefined) => (text ? `,"${name}":"${escaped(text)}"` : '')

/** What stands before the namespace of an object in an event, and behind its name. */
interface Frames {
  readonly group: string
  readonly version: string
  readonly beginning: string
  readonly end: string
}

/** By plural, those that were last asked for. Paths may name resources that do not exist. */
const known = new Map<string, Frames>()
const MAX_ENTRIES = 1000

function framesOf({ plural, group, version }: ResourceAttributes): Frames {
  const found = known.get(plural)
  if (found !== undefined && found.group === group && found.version === version) return found
  const frames = {
    group,
    version,
    beginning: `,"objectRef":{"resource":"${escaped(plural)}","namespace":"`,
    end: `"${textMember('apiGroup', group)}${textMember('apiVersion', version)}}`,
  }
  if (known.size >= MAX_ENTRIES) known.clear()
  known.set(plural, frames)
  return frames
}

const NAME_MEMBER = '"name":"'

/** What stands before and behind the name in a member that `objectRef` has written, where the name is plain. */
export function aroundName(member: string, name: string): readonly [string, string] {
  const nameAt = member.indexOf(NAME_MEMBER) + NAME_MEMBER.length
  return [member.slice(0, nameAt), member.slice(nameAt + name.length)]
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
