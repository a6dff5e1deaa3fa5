import type { CachedObject } from '#cache/cached-object.js'
import type { Controller } from '#controllers/controller.js'
import type { ConfigMap } from '#kinds/core/configmap/index.js'
import type { Namespace } from '#kinds/core/namespace/schema.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import {
  type Action,
  CONFIG_MAP,
  NAMESPACE,
  SERVICE_ACCOUNT,
  type WorkloadContext,
} from '#workloads/action.js'
import { WorkloadController, type WorkloadKind } from '#workloads/workload-controller.js'

const ACCOUNT = 'default'
const ROOT_CA = 'kube-root-ca.crt'
const ACCOUNTS = 'core/serviceaccounts/'
const CONFIG_MAPS = 'core/configmaps/'

/** Every namespace has a default service account and the ConfigMap with the server's CA certificate. */
export const namespaceContent = (context: WorkloadContext): Controller =>
  new WorkloadController(context, namespaces(context.feed, context.rootCa))

function namespaces(feed: ChangeFeed, rootCa: () => string): WorkloadKind<Namespace> {
  const uidOf = (name: string) => feed.find(`core/namespaces/${name}`)?.metadata().uid
  return {
    kind: NAMESPACE,
    prefix: 'core/namespaces/',
    component: 'namespace-content',
    plan: ({ metadata, status }) => {
      const { name = '' } = metadata
      if (metadata.deletionTimestamp || status.phase === 'Terminating') return { actions: [] }
      const actions: Action[] = []
      if (feed.find(`${ACCOUNTS}${name}/${ACCOUNT}`) === undefined) {
        actions.push({
          type: 'create',
          of: SERVICE_ACCOUNT,
          namespace: name,
          object: { metadata: { name: ACCOUNT } },
        })
      }
      return {
        actions: [...actions, ...publish(rootCa(), name, feed.find(`${CONFIG_MAPS}${name}/${ROOT_CA}`))],
      }
    },
    status: ({ status }) => status,
    follow: (enqueue) => [
      feed.follow(
        ({ before }) => {
          const isKept = before?.name === ACCOUNT || before?.name === ROOT_CA
          if (before !== undefined && isKept) enqueue(uidOf(before.namespace))
        },
        ({ prefix }) => prefix === ACCOUNTS || prefix === CONFIG_MAPS,
      ),
    ],
  }
}

/** Replaces a certificate that was renewed or changed. */
function publish(
  certificate: string,
  namespace: string,
  served: CachedObject | undefined,
): readonly Action[] {
  const wanted = { 'ca.crt': certificate }
  if (served === undefined) {
    const object = { metadata: { name: ROOT_CA }, data: wanted }
    return [{ type: 'create', of: CONFIG_MAP, namespace, object }]
  }
  const { metadata, data } = JSON.parse(served.json.toString()) as ConfigMap
  if ((data?.['ca.crt'] ?? '') === certificate && Object.keys(data ?? {}).length <= 1) return []
  const target = { name: ROOT_CA, uid: metadata.uid ?? '' }
  const change = (map: ConfigMap) => {
    map.data = wanted
  }
  return [{ type: 'change', of: CONFIG_MAP, part: 'object', namespace, target, change }]
}
