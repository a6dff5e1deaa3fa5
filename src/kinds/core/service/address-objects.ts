import { endpoints } from '#kinds/core/endpoints/index.js'
import { ipAddress } from '#kinds/networking/ipaddress/index.js'
import { objectKey } from '#registry/keys.js'
import type { StoredChange, Strategy } from '#registry/strategy.js'
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
  const { name = '', namespace } = before?.metadata ?? {}
  if (after === undefined) released.push(objectKey(endpoints, namespace, name))
  for (const key of released) {
    const found = object(key)
    if (found === undefined || found.metadata().finalizers !== undefined) continue
    operations.push({ type: 'delete', key, expected: found.revision })
  }
  return operations
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
