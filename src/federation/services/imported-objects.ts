import { createHash } from 'node:crypto'
import { API_VERSION } from './definitions.js'
import {
  IMPORTED,
  IMPORTED_SERVICE,
  type MemberSlice,
  SERVICE_NAME,
  type ServicePort,
  SOURCE_CLUSTER,
} from './member-service.js'
import type { MergedService } from './merge-exports.js'

export interface ServiceKey {
  readonly namespace: string
  readonly name: string
}

/** An object to write, as plain JSON. */
export interface WantedObject {
  readonly metadata: {
    readonly namespace: string
    readonly name: string
    readonly labels: Readonly<Record<string, string>>
  }
  readonly spec?: Readonly<Record<string, unknown>>
  readonly [property: string]: unknown
}

const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by'
const MANAGER = 'binnacle-federation'
const DIGEST_LENGTH = 16
/** Of a name, before the digest. */
const MAX_PREFIX_LENGTH = 200

const digestOf = (...parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, DIGEST_LENGTH)

/** The name of the service that gives an imported service its address in a cluster. */
export const derivedName = ({ namespace, name }: ServiceKey) => `derived-${digestOf(namespace, name)}`

/** A service without a selector: the slices of all clusters belong to it. */
export function derivedService(key: ServiceKey, merged: MergedService): WantedObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      namespace: key.namespace,
      name: derivedName(key),
      labels: { [IMPORTED]: 'true', [IMPORTED_SERVICE]: key.name },
    },
    spec: {
      type: 'ClusterIP',
      ports: merged.ports.map(withoutEmptyName),
      ...affinity(merged),
    },
  }
}

const affinity = ({ sessionAffinity, affinityTimeout }: MergedService) => ({
  sessionAffinity,
  ...(sessionAffinity === 'ClientIP' && affinityTimeout !== undefined
    ? { sessionAffinityConfig: { clientIP: { timeoutSeconds: affinityTimeout } } }
    : {}),
})

const withoutEmptyName = ({ name, ...port }: ServicePort) => (name === '' ? port : { name, ...port })

export function serviceImport(
  { namespace, name }: ServiceKey,
  merged: MergedService,
  ips: readonly string[],
): WantedObject {
  const { type, ports } = merged
  return {
    apiVersion: API_VERSION,
    kind: 'ServiceImport',
    metadata: { namespace, name, labels: { [IMPORTED]: 'true' } },
    spec: { type, ips, ports: ports.map(withoutEmptyName), ...affinity(merged) },
  }
}

/** The slice of a cluster as other clusters get it. */
export function importedSlice(
  { namespace, name }: ServiceKey,
  cluster: string,
  slice: MemberSlice,
  type: MergedService['type'],
): WantedObject {
  const labels = {
    [IMPORTED]: 'true',
    [MANAGED_BY]: MANAGER,
    [IMPORTED_SERVICE]: name,
    [SOURCE_CLUSTER]: cluster,
    ...(type === 'ClusterSetIP' && { [SERVICE_NAME]: derivedName({ namespace, name }) }),
  }
  const prefix = `imported-${name}`.slice(0, MAX_PREFIX_LENGTH)
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { namespace, name: `${prefix}-${digestOf(cluster, slice.name, slice.addressType)}`, labels },
    addressType: slice.addressType,
    endpoints: slice.endpoints,
    ports: slice.ports,
  }
}
