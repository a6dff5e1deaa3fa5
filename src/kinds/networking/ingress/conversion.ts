import type { Conversion } from '#registry/kind.js'
import { type CarriedPath, carriedIn, PathFinder, withCarried, withoutCarried } from './carried-fields.js'
import type * as v1beta1 from './extensions-v1beta1/schema.js'
import type * as v1 from './networking-v1/schema.js'

/** The path type of paths from clients of the stored version, which always meant this. */
const USUAL_PATH_TYPE = 'ImplementationSpecific'

/** `networking.k8s.io/v1` from and to `extensions/v1beta1`, which is stored. */
export const networkingV1Conversion: Conversion<v1.Ingress, v1beta1.Ingress> = {
  fromStored({ metadata, spec, status, ...type }) {
    const carried = carriedIn(metadata)
    const paths = new PathFinder(carried)
    return {
      ...type,
      metadata: withoutCarried(metadata),
      spec: {
        ingressClassName: carried.ingressClassName,
        defaultBackend: spec.backend && backendFromStored(spec.backend, carried.defaultBackend),
        tls: spec.tls,
        rules: spec.rules?.map(({ host, http }) => ({
          host,
          http: http && { paths: http.paths?.map((path) => pathFromStored(path, host, paths)) ?? null },
        })),
      },
      status,
    }
  },

  toStored({ metadata, spec, status, ...type }) {
    const { ingressClassName, defaultBackend, tls, rules } = spec
    const paths: CarriedPath[] = []
    const stored: v1beta1.IngressSpec = {
      backend: defaultBackend && backendToStored(defaultBackend),
      tls,
      rules: rules?.map(({ host, http }) => ({
        host,
        http: http && { paths: http.paths?.map((path) => pathToStored(path, host, paths)) ?? null },
      })),
    }
    return {
      ...type,
      metadata: withCarried(metadata, {
        ingressClassName,
        defaultBackend: defaultBackend?.resource,
        paths: neededOf(paths),
      }),
      spec: stored,
      status,
    }
  },
}

function pathFromStored(
  { path, backend }: v1beta1.HTTPIngressPath,
  host: string | undefined,
  paths: PathFinder,
): v1.HTTPIngressPath {
  const carried = paths.next(host, path)
  return {
    path,
    pathType: carried?.pathType ?? USUAL_PATH_TYPE,
    backend: backendFromStored(backend, carried?.resource),
  }
}

function pathToStored(
  { path, pathType, backend }: v1.HTTPIngressPath,
  host: string | undefined,
  paths: CarriedPath[],
): v1beta1.HTTPIngressPath {
  const isUsual = pathType === USUAL_PATH_TYPE || pathType === null
  paths.push({ host, path, pathType: isUsual ? undefined : pathType, resource: backend.resource })
  return { path, backend: backendToStored(backend) }
}

const isFallback = ({ pathType, resource }: CarriedPath) => pathType !== undefined || resource !== undefined

/**
 * The paths with fields to keep, and equal paths before them, so that their order stays clear. Paths that a client of
 * the stored version adds behind them have none.
 */
function neededOf(paths: readonly CarriedPath[]): readonly CarriedPath[] | undefined {
  const keys = new Set<string>()
  const needed: CarriedPath[] = []
  for (const carried of paths.toReversed()) {
    const key = JSON.stringify([carried.host, carried.path])
    if (!isFallback(carried) && !keys.has(key)) continue
    keys.add(key)
    needed.push(carried)
  }
  return needed.length === 0 ? undefined : needed.reverse()
}

/** A backend without a service; its resource is in the annotation. */
const NO_SERVICE: v1beta1.IngressBackend = { serviceName: '', servicePort: 0 }

function backendFromStored(
  { serviceName, servicePort }: v1beta1.IngressBackend,
  resource: v1.IngressBackend['resource'],
): v1.IngressBackend {
  if (resource !== undefined && serviceName === '') return { service: undefined, resource }
  // A client of the stored version has replaced the resource by a service.
  const port =
    typeof servicePort === 'number'
      ? { name: undefined, number: servicePort === 0 ? undefined : servicePort }
      : { name: servicePort === '' ? undefined : servicePort, number: undefined }
  return { service: { name: serviceName, port }, resource: undefined }
}

function backendToStored({ service }: v1.IngressBackend): v1beta1.IngressBackend {
  if (service === undefined) return NO_SERVICE
  return { serviceName: service.name, servicePort: service.port.name ?? service.port.number ?? 0 }
}
