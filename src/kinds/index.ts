import type { ResourceDefinition } from '../registry/definition.js'
import { daemonset } from './extensions/v1beta1/daemonset/index.js'
import { deployment } from './extensions/v1beta1/deployment/index.js'
import { ingress } from './extensions/v1beta1/ingress/index.js'
import { replicaset } from './extensions/v1beta1/replicaset/index.js'
import { cluster } from './federation/v1beta1/cluster/index.js'

/** Every kind that the server serves, in the order in which discovery lists groups. The only such list. */
export const kinds: readonly ResourceDefinition[] = [cluster, daemonset, deployment, ingress, replicaset]
