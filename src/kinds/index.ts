import type { StoredKind } from '../registry/kind.js'
import { daemonset } from './apps/daemonset/index.js'
import { deployment } from './apps/deployment/index.js'
import { replicaset } from './apps/replicaset/index.js'
import { service } from './core/service/index.js'
import { endpointSlice } from './discovery/endpointslice/index.js'
import { cluster } from './federation/cluster/index.js'
import { ingress } from './networking/ingress/index.js'
import { ingressClass } from './networking/ingressclass/index.js'
import { ipAddress } from './networking/ipaddress/index.js'
import { networkPolicy } from './networking/networkpolicy/index.js'
import { serviceCIDR } from './networking/servicecidr/index.js'

/** Every kind that the server serves, in the order in which discovery lists groups. The only such list. */
export const kinds: readonly StoredKind[] = [
  cluster,
  daemonset,
  deployment,
  ingress,
  replicaset,
  ingressClass,
  networkPolicy,
  ipAddress,
  serviceCIDR,
  endpointSlice,
  service,
]
