import type { StoredKind } from '../registry/kind.js'
import { daemonset } from './apps/daemonset/index.js'
import { deployment } from './apps/deployment/index.js'
import { replicaset } from './apps/replicaset/index.js'
import { lease } from './coordination/lease/index.js'
import { configMap } from './core/configmap/index.js'
import { endpoints } from './core/endpoints/index.js'
import { event } from './core/event/index.js'
import { limitRange } from './core/limitrange/index.js'
import { namespace } from './core/namespace/index.js'
import { node } from './core/node/index.js'
import { persistentVolume } from './core/persistentvolume/index.js'
import { persistentVolumeClaim } from './core/persistentvolumeclaim/index.js'
import { pod } from './core/pod/index.js'
import { podTemplate } from './core/podtemplate/index.js'
import { resourceQuota } from './core/resourcequota/index.js'
import { secret } from './core/secret/index.js'
import { serviceAccount } from './core/serviceaccount/index.js'
import { cluster } from './federation/cluster/index.js'
import { ingress } from './networking/ingress/index.js'

/** Every kind that the server serves, in the order in which discovery lists groups. The only such list. */
export const kinds: readonly StoredKind[] = [
  cluster,
  daemonset,
  deployment,
  ingress,
  replicaset,
  configMap,
  secret,
  serviceAccount,
  endpoints,
  limitRange,
  namespace,
  node,
  persistentVolume,
  persistentVolumeClaim,
  resourceQuota,
  event,
  lease,
  pod,
  podTemplate,
]
