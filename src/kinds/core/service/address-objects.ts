import { endpoints } from '#kinds/core/endpoints/index.js'
import { ipAddress } from '#kinds/networking/ipaddress/index.js'
import { objectKey } from '#registry/keys.js'
import type { StoredChange, Strategy } from '#registry/strategy.js'
import { beginDeletion } from '#registry/write/deletion.js'
import { encodeStored } from '#registry/write/encode-stored.js'
import { currentTime } from '#schema/times.js'
import { familyOf } from '#util/net/legacy-address.js'
import { canonicalAddress } from './ranges.js'
import type { Service } from './schema.js'
import { HEADLESS, needsAddress } from './service-types.js'

/** Objects that are stored and removed with a service: an IPAddress for each of its addresses, and its Endpoints. */

/** Writes besides that of the object itself. */
type Operations = ReturnType<NonNullable<Strategy<Service>['auxiliaryRecords']>>

export const addressObjectKey = (address: string) =>
  objectKey(ipAddress, undefined, canonicalAddress(address))

export function relatedObjects(change: StoredChange<Service>): Operations {
  const { before, after, object } = change
  const [held, wanted] = [addressesOf(before), addressesOf(after)]
  const operations: Operations[number][] = []
  for (const address of wanted) {
    const key = addressObjectKey(address)
    if (held.has(address) || object(key) !== undefined) continue
    operations.push({ type: 'create', key, value: addressObject(address, after as Service, change) })
  }
  const released = [...held].filter((address) => !wanted.has(address)).map(addressObjectKey)
  for (const key of released) operations.push(...deletionOf(ipAddress, key, change))
  if (after !== undefined) return operations
  const { name = '', namespace } = before?.metadata ?? {}
  return [...operations, ...deletionOf(endpoints, objectKey(endpoints, namespace, name), change)]
}

/** With finalizers, an object is only marked as being deleted. */
function deletionOf(
  { storageVersion }: typeof ipAddress | typeof endpoints,
  key: string,
  { object, clock }: StoredChange<Service>,
): Operations {
  const found = object(key)
  if (found === undefined) return []
  const { finalizers, deletionTimestamp } = found.metadata()
  if (finalizers === undefined) return [{ type: 'delete', key, expected: found.revision }]
  if (deletionTimestamp) return []
  const marked = storageVersion.decode(JSON.parse(found.json.toString()))
  beginDeletion(marked.metadata, clock.now())
  return [{ type: 'replace', key, value: encodeStored(storageVersion, marked), expected: found.revision }]
}

function addressesOf(service: Service | undefined): ReadonlySet<string> {
  if (service === undefined || !needsAddress(service.spec)) return new Set()
  const { clusterIPs = [] } = service.spec
  return new Set(clusterIPs.filter((address) => address !== HEADLESS))
}

function addressObject(
  address: string,
  { metadata: { name, namespace } }: Service,
  { clock, random }: StoredChange<Service>,
): Buffer {
  const version = ipAddress.storageVersion
  const object = version.decode({
    kind: version.kind,
    apiVersion: `${version.group}/${version.version}`,
    metadata: {
      name: canonicalAddress(address),
      uid: random.uuid(addressObjectKey(address)),
      creationTimestamp: currentTime(clock),
      labels: {
        'ipaddress.kubernetes.io/ip-family': familyOf(address),
        'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
      },
    },
    spec: { parentRef: { group: '', resource: 'services', namespace, name } },
  })
  return encodeStored(version, object)
}
