import type {
  KubernetesObject,
  V1Condition,
  V1Deployment,
  V1ObjectMeta,
  V1Service,
} from '@kubernetes/client-node'

export const WEBSITES = { group: 'example.com', version: 'v1', plural: 'websites' }
/** Deployments and Services with this label are watched. */
const MANAGED_BY = 'app.kubernetes.io/managed-by'
export const SELECTOR = `${MANAGED_BY}=website-operator`

export interface Website extends KubernetesObject {
  metadata: V1ObjectMeta & { name: string; namespace: string; uid: string }
  spec: { image: string; replicas: number }
  status?: { readyReplicas?: number; conditions?: V1Condition[] }
}

/** The Deployment of a website. Deleting the website deletes it too, because the website owns it. */
export function deploymentOf(website: Website): V1Deployment {
  const { image, replicas } = website.spec
  const labels = { app: website.metadata.name }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: childMetadata(website),
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'web', image }] } },
    },
  }
}

export function serviceOf(website: Website): V1Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: childMetadata(website),
    spec: { selector: { app: website.metadata.name }, ports: [{ name: 'http', port: 80, targetPort: 8080 }] },
  }
}

function childMetadata({ metadata: { name, namespace, uid } }: Website) {
  const owner = { apiVersion: `${WEBSITES.group}/${WEBSITES.version}`, kind: 'Website', name, uid }
  const labels = { [MANAGED_BY]: 'website-operator' }
  return { name, namespace, labels, ownerReferences: [{ ...owner, controller: true }] }
}

/** The status of a website, from the status of its Deployment. */
export function statusOf(website: Website, deployment: V1Deployment): NonNullable<Website['status']> {
  const { replicas } = website.spec
  const { readyReplicas = 0, conditions = [] } = deployment.status ?? {}
  const progressing = conditions.find(({ type }) => type === 'Progressing')
  const isReady = readyReplicas === replicas
  const hasFailed = !isReady && progressing?.status === 'False'
  const ready: V1Condition = {
    type: 'Ready',
    status: isReady ? 'True' : 'False',
    reason: isReady ? 'Available' : hasFailed ? 'RolloutFailed' : 'RollingOut',
    message: hasFailed ? (progressing.message ?? '') : `${readyReplicas} of ${replicas} pods are ready`,
    observedGeneration: website.metadata.generation,
    lastTransitionTime: new Date(),
  }
  const former = website.status?.conditions?.find(({ type }) => type === 'Ready')
  if (former?.status === ready.status) ready.lastTransitionTime = former.lastTransitionTime
  return { readyReplicas, conditions: [ready] }
}
