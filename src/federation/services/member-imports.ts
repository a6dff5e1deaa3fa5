import type { MemberObject } from '#federation/members/lazy-object.js'
import { SERVICE_IMPORTS } from './definitions.js'
import {
  derivedName,
  derivedService,
  importedSlice,
  type ServiceKey,
  serviceImport,
  type WantedObject,
} from './imported-objects.js'
import {
  IMPORTED,
  type MemberService,
  type MemberSlice,
  propertiesOf,
  readService,
} from './member-service.js'
import type { MemberSharing } from './member-sharing.js'
import type { MergedService } from './merge-exports.js'
import type { MemberServices } from './service-feeds.js'

const SERVICES = '/api/v1/services'
const SLICES = '/apis/discovery.k8s.io/v1/endpointslices'

/** A service with the slices of its exporting clusters. */
export interface SharedService {
  readonly merged: MergedService
  readonly slices: readonly { readonly cluster: string; readonly slice: MemberSlice }[]
}

/** Makes one member import a service, or no longer. Changes nothing that the federation has not made. */
export async function importService(
  sharing: MemberSharing,
  services: MemberServices,
  key: ServiceKey,
  shared: SharedService | undefined,
): Promise<void> {
  const { namespace, name } = key
  const known = sharing.importOf(namespace, name)
  // Another program imports this service here.
  if (known?.isOurs === false) return
  const merged = shared !== undefined && sharing.hasNamespace(namespace) ? shared.merged : undefined
  const derived = ownDerived(services, key)
  if (merged !== undefined) {
    // First and last: an import is how the next leader finds what is there.
    if (known === undefined) await sharing.write(SERVICE_IMPORTS, serviceImport(key, merged, []), undefined)
    const ips = await putDerived(sharing, key, merged, derived)
    await sharing.write(SERVICE_IMPORTS, serviceImport(key, merged, ips), known?.object ?? {})
    await putStatus(sharing, key, merged.clusters, known?.object)
  }
  await putSlices(sharing, services, key, merged === undefined ? undefined : shared)
  const needsDerived = merged?.type === 'ClusterSetIP'
  if (derived !== undefined && !needsDerived)
    await sharing.remove(SERVICES, namespace, derived.name, derived.uid)
  if (known !== undefined && merged === undefined)
    await sharing.remove(SERVICE_IMPORTS, namespace, name, known.uid)
}

function ownDerived(services: MemberServices, key: ServiceKey): MemberService | undefined {
  const found = services.services.get(key.namespace, derivedName(key))
  return found?.isImported ? found : undefined
}

/** Creates or changes the derived service. Resolves with its addresses; a headless service has none. */
async function putDerived(
  sharing: MemberSharing,
  key: ServiceKey,
  merged: MergedService,
  known: MemberService | undefined,
): Promise<readonly string[]> {
  // A service needs ports to have an address.
  if (merged.type === 'Headless' || merged.ports.length === 0) return []
  const wanted = derivedService(key, merged)
  const body = await sharing.write(SERVICES, wanted, known && asWritten(wanted, known))
  const { metadata } = propertiesOf(body)
  return metadata === undefined ? (known?.clusterIPs ?? []) : readService(body as MemberObject).clusterIPs
}

/** A known service in the form of the wanted one. */
const asWritten = (wanted: WantedObject, known: MemberService): WantedObject => ({
  ...wanted,
  spec: {
    type: known.type,
    ports: known.ports,
    sessionAffinity: known.sessionAffinity,
    sessionAffinityConfig: { clientIP: { timeoutSeconds: known.affinityTimeout } },
  },
})

async function putStatus(
  sharing: MemberSharing,
  { namespace, name }: ServiceKey,
  names: readonly string[],
  known: MemberObject | undefined,
): Promise<void> {
  const { clusters } = propertiesOf(known?.status)
  const listed = Array.isArray(clusters) ? clusters.map((one) => propertiesOf(one).cluster) : []
  if (listed.join() === names.join()) return
  await sharing.writeStatus(SERVICE_IMPORTS, namespace, name, {
    clusters: names.map((cluster) => ({ cluster })),
  })
}

async function putSlices(
  sharing: MemberSharing,
  services: MemberServices,
  key: ServiceKey,
  shared: SharedService | undefined,
): Promise<void> {
  const { namespace, name } = key
  const left = new Map(
    services
      .slicesOf(namespace, name)
      .filter(({ labels }) => labels[IMPORTED] === 'true')
      .map((slice) => [slice.name, slice]),
  )
  // A slice that the member rejects must not keep it from the others.
  const failures: unknown[] = []
  for (const { cluster, slice } of shared?.slices ?? []) {
    const wanted = importedSlice(key, cluster, slice, shared?.merged.type ?? 'ClusterSetIP')
    const known = left.get(wanted.metadata.name)
    left.delete(wanted.metadata.name)
    if (known !== undefined && isWritten(wanted, known)) continue
    await sharing.write(SLICES, wanted, known && {}).catch((error: unknown) => failures.push(error))
  }
  for (const slice of left.values()) await sharing.remove(SLICES, namespace, slice.name, slice.uid)
  if (failures.length > 0) throw failures[0]
}

function isWritten({ metadata, endpoints, ports }: WantedObject, known: MemberSlice): boolean {
  const hasLabels = Object.entries(metadata.labels).every(([name, value]) => known.labels[name] === value)
  return hasLabels && JSON.stringify([endpoints, ports]) === JSON.stringify([known.endpoints, known.ports])
}
