import type { StoredKind } from '../registry/kind.js'
import { daemonset } from './apps/daemonset/index.js'
import { deployment } from './apps/deployment/index.js'
import { replicaset } from './apps/replicaset/index.js'
import { horizontalpodautoscaler } from './autoscaling/horizontalpodautoscaler/index.js'
import { cronjob } from './batch/cronjob/index.js'
import { job } from './batch/job/index.js'
import { cluster } from './federation/cluster/index.js'
import { ingress } from './networking/ingress/index.js'
import { poddisruptionbudget } from './policy/poddisruptionbudget/index.js'
import { priorityclass } from './scheduling/priorityclass/index.js'
import { storageclass } from './storage/storageclass/index.js'

/** Every kind that the server serves, in the order in which discovery lists groups. The only such list. */
export const kinds: readonly StoredKind[] = [
  cluster,
  daemonset,
  deployment,
  ingress,
  replicaset,
  cronjob,
  job,
  horizontalpodautoscaler,
  poddisruptionbudget,
  storageclass,
  priorityclass,
]
