import { CachedObject } from '#cache/cached-object.js'
import { CLUSTER } from '#federation/annotations.js'
import type { MemberObject } from '#federation/members/lazy-object.js'
import type { ServedResource } from '#federation/members/member-discovery.js'
import { ResponseRefused } from '#federation/members/member-errors.js'
import { apiVersionOf } from '#meta/resource.js'
import type { Revision } from '#storage/contract.js'
import { stringifyJson } from '#util/text/json-integers.js'

/** The key of an object within its cluster. It has the form of a key in a store. */
export function keyOf(cluster: string, namespace: string, name: string): string {
  return `search/${cluster}/${namespace === '' ? '' : `${namespace}/`}${name}`
}

/**
 * An object of a member as searches show it: with its kind, and with its cluster in an annotation. `CachedObject`
 * expects the first fields of the metadata in this order.
 */
export function foundObject(cluster: string, resource: ServedResource, object: MemberObject): CachedObject {
  const { kind: _kind, apiVersion: _apiVersion, metadata, ...content } = object
  const {
    name,
    generateName,
    namespace = '',
    uid,
    resourceVersion,
    generation,
    creationTimestamp = null,
    labels,
    annotations,
    ...others
  } = metadata
  if (!isName(name) || typeof resourceVersion !== 'string' || (resource.isNamespaced && !isName(namespace))) {
    throw new ResponseRefused('an object has no name or no resource version')
  }
  const json = stringifyJson({
    kind: resource.kind,
    apiVersion: apiVersionOf(resource),
    metadata: {
      name,
      generateName,
      ...(resource.isNamespaced && { namespace }),
      uid,
      resourceVersion,
      generation,
      creationTimestamp,
      labels,
      annotations: { ...annotations, [CLUSTER]: cluster },
      ...others,
    },
    ...content,
  })
  const key = keyOf(cluster, resource.isNamespaced ? namespace : '', name)
  return new CachedObject(key, Number(resourceVersion) as Revision, ownBytes(json))
}

const isName = (text: unknown) => typeof text === 'string' && text !== '' && !text.includes('/')

/** Not in the shared pool: an object must not keep the memory of others. */
function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

const VERSION = Buffer.from('"resourceVersion":"')
const QUOTE = 0x22

/**
 * The JSON of an object with another resource version. The first place is the right one: only strings come before it,
 * and they cannot hold an unescaped quote.
 */
export function withVersion(json: Buffer, version: string): Buffer {
  const start = json.indexOf(VERSION) + VERSION.length
  const end = json.indexOf(QUOTE, start)
  return Buffer.concat([json.subarray(0, start), Buffer.from(version), json.subarray(end)])
}
