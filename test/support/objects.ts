import type { Json } from './client.js'

/** The smallest valid object of each kind, and the path of its collection. */

export const DEPLOYMENTS = '/apis/extensions/v1beta1/namespaces/test/deployments'
export const REPLICASETS = '/apis/extensions/v1beta1/namespaces/test/replicasets'
export const DAEMONSETS = '/apis/extensions/v1beta1/namespaces/test/daemonsets'
export const INGRESSES = '/apis/extensions/v1beta1/namespaces/test/ingresses'
export const CLUSTERS = '/apis/federation/v1beta1/clusters'

const template = () => ({
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'main', image: 'registry.example/web:1.0' }] },
})

export const deployment = (name: string, spec: Json = {}): Json => ({
  apiVersion: 'extensions/v1beta1',
  kind: 'Deployment',
  metadata: { name },
  spec: { template: template(), ...spec },
})

export const replicaSet = (name: string, spec: Json = {}): Json => ({
  apiVersion: 'extensions/v1beta1',
  kind: 'ReplicaSet',
  metadata: { name },
  spec: { template: template(), ...spec },
})

export const daemonSet = (name: string, spec: Json = {}): Json => ({
  apiVersion: 'extensions/v1beta1',
  kind: 'DaemonSet',
  metadata: { name },
  spec: { template: template(), ...spec },
})

export const ingress = (name: string, spec: Json = {}): Json => ({
  apiVersion: 'extensions/v1beta1',
  kind: 'Ingress',
  metadata: { name },
  spec: { backend: { serviceName: 'web', servicePort: 80 }, ...spec },
})

export const cluster = (name: string, spec: Json = {}): Json => ({
  apiVersion: 'federation/v1beta1',
  kind: 'Cluster',
  metadata: { name },
  spec: {
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: 'https://10.0.0.1' }],
    ...spec,
  },
})

export const KINDS = [
  { path: DEPLOYMENTS, make: deployment },
  { path: REPLICASETS, make: replicaSet },
  { path: DAEMONSETS, make: daemonSet },
  { path: INGRESSES, make: ingress },
  { path: CLUSTERS, make: cluster },
]
