import type { APIService } from '#kinds/apiregistration/apiservice/schema.js'
import type { Priorities } from '#registry/discovery-priorities.js'

/** A version of a group that the server behind a service serves. */
export interface RemoteService {
  /** The name of its APIService. */
  readonly name: string
  readonly group: string
  readonly version: string
  readonly service: { readonly namespace: string; readonly name: string; readonly port: number }
  /** In PEM; undefined for the authorities that Node knows. */
  readonly ca: string | undefined
  readonly skipsVerification: boolean
  readonly priorities: Priorities
  /** Why it is not available; undefined if it is. */
  readonly unavailable: string | undefined
}

const DEFAULT_PORT = 443

/** Without these no APIService could be deleted. */
const ALWAYS_LOCAL: ReadonlySet<string> = new Set(['', 'apiregistration.k8s.io'])

/** Undefined for an APIService that this server serves itself. */
export function remoteService({ metadata, spec, status }: APIService): RemoteService | undefined {
  const { service, group = '', version = '', caBundle } = spec
  if (service == null || ALWAYS_LOCAL.has(group)) return undefined
  const { namespace = '', name = '', port } = service
  const available = status?.conditions?.find(({ type }) => type === 'Available')
  return {
    name: metadata.name ?? '',
    group,
    version,
    service: { namespace, name, port: port ?? DEFAULT_PORT },
    ca: caBundle ? Buffer.from(caBundle, 'base64').toString() : undefined,
    skipsVerification: spec.insecureSkipTLSVerify === true,
    priorities: {
      groupPriorityMinimum: spec.groupPriorityMinimum,
      versionPriority: spec.versionPriority,
    },
    unavailable: available?.status === 'True' ? undefined : (available?.message ?? 'it has not been checked'),
  }
}

/** Where the API of a service is, here as well as there. */
export const pathOf = ({ group, version }: RemoteService): string => `/apis/${group}/${version}`

/** Whether both lead to the same server in the same way. */
export const isSameServer = (left: RemoteService, right: RemoteService): boolean =>
  left.ca === right.ca &&
  left.skipsVerification === right.skipsVerification &&
  left.service.namespace === right.service.namespace &&
  left.service.name === right.service.name &&
  left.service.port === right.service.port
