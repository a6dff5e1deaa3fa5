import type { StoredKind } from '../registry/kind.js'
import { controllerrevision } from './apps/controllerrevision/index.js'
import { daemonset } from './apps/daemonset/index.js'
import { deployment } from './apps/deployment/index.js'
import { replicaset } from './apps/replicaset/index.js'
import { statefulset } from './apps/statefulset/index.js'
import { replicationcontroller } from './core/replicationcontroller/index.js'
import { cluster } from './federation/cluster/index.js'
import { ingress } from './networking/ingress/index.js'

/** Every kind that the server serves, in the order in which discovery lists groups. The only such list. */
export const kinds: readonly StoredKind[] = [
  cluster,
  daemonset,
  deployment,
  ingress,
  replicaset,
  replicationcontroller,
  controllerrevision,
  statefulset,
]
