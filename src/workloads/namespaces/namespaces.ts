import type { Namespace } from '../../kinds/core/namespace/schema.js'
import type { ChangeFeed } from '../../registry/change-feed.js'
import { type Action, CONFIG_MAP, NAMESPACE, SERVICE_ACCOUNT } from '../action.js'
import type { WorkloadKind } from '../workload-controller.js'

const ACCOUNT = 'default'
const ROOT_CA = 'kube-root-ca.crt'
/** The server is reached without TLS, so that there is no certificate to know it by. */
const NO_CERTIFICATE = ''
const ACCOUNTS = 'core/serviceaccounts/'
const CONFIG_MAPS = 'core/configmaps/'

/** Every namespace has an account for pods that name none, and the place of the certificate by which pods know the server. */
export function namespaces(feed: ChangeFeed): WorkloadKind<Namespace> {
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
      if (feed.find(`${CONFIG_MAPS}${name}/${ROOT_CA}`) === undefined) {
        const object = { metadata: { name: ROOT_CA }, data: { 'ca.crt': NO_CERTIFICATE } }
        actions.push({ type: 'create', of: CONFIG_MAP, namespace: name, object })
      }
      return { actions }
    },
    status: ({ status }) => status,
    follow: (look) => [
      feed.follow(
        ({ before, after }) => {
          const isKept = before?.name === ACCOUNT || before?.name === ROOT_CA
          if (before !== undefined && after === undefined && isKept) look(uidOf(before.namespace))
        },
        ({ prefix }) => prefix === ACCOUNTS || prefix === CONFIG_MAPS,
      ),
    ],
  }
}
