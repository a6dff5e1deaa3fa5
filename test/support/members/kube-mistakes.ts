import type { Json } from '../client.js'
import type { SeenRequest } from './kube-front.js'

const PARAMETERS: ReadonlySet<string> = new Set([
  ...['fieldManager', 'force', 'limit', 'continue', 'labelSelector', 'fieldSelector'],
  ...['watch', 'resourceVersion', 'allowWatchBookmarks', 'timeoutSeconds'],
])
const PATCHES: ReadonlySet<string> = new Set(['application/apply-patch+yaml', 'application/merge-patch+json'])
/** The metadata that a client may set on copies. The last two are preconditions. */
const METADATA: ReadonlySet<string> = new Set([
  ...['name', 'namespace', 'labels', 'annotations'],
  ...['uid', 'resourceVersion'],
])
/** System namespaces of the cluster. */
const OWN = /\/namespaces\/(kube-system|kube-public|kube-node-lease)(\/|$)/

/** Why kube-apiserver would reject a request, or why the request would harm a member. */
export function mistakesIn({ method, path, query, contentType, body }: SeenRequest): readonly string[] {
  const mistakes: string[] = []
  const expect = (holds: boolean, what: string) => {
    if (!holds) mistakes.push(`${method} ${path}: ${what}`)
  }
  for (const name of query.keys()) expect(PARAMETERS.has(name), `the parameter ${name} means nothing`)
  expect(!path.includes('//'), 'the path leads nowhere')
  if (method === 'GET') return mistakes
  expect(!OWN.test(path), 'the namespace is the cluster’s own')
  if (method === 'DELETE') {
    expect((body as Json)?.preconditions?.uid !== undefined, 'what is deleted is not named by its uid')
    return mistakes
  }
  expect(query.get('fieldManager') === 'binnacle-federation', 'the manager of fields is not named')
  expect(method !== 'PATCH' || PATCHES.has(contentType ?? ''), `${contentType} is no patch`)
  const object = body as Json
  for (const name of Object.keys(object.metadata ?? {})) {
    expect(METADATA.has(name), `metadata.${name} is the member’s own`)
  }
  expect(object.status === undefined, 'the status is the member’s own')
  const isWhole = contentType !== 'application/merge-patch+json'
  expect(!isWhole || (object.apiVersion !== undefined && object.kind !== undefined), 'the kind is not named')
  expect(!isWhole || !JSON.stringify(object).includes(':null'), 'nulls are no values')
  for (const mistake of isWhole ? (KINDS[object.kind]?.(object.spec ?? {}, object) ?? []) : []) {
    expect(false, mistake)
  }
  return mistakes
}

const KINDS: Readonly<Record<string, (spec: Json, object: Json) => readonly string[]>> = {
  Deployment: (spec) => selected(spec, 'rollbackTo'),
  ReplicaSet: (spec) => selected(spec),
  DaemonSet: (spec) => selected(spec, 'templateGeneration'),
  StatefulSet: (spec) => [
    ...selected(spec),
    ...(spec.serviceName === undefined ? ['there is no service'] : []),
  ],
  Service: (spec) => [
    ...(spec.clusterIP === undefined || spec.clusterIP === 'None' ? [] : ['the address is the member’s own']),
    ...(spec.clusterIPs === undefined ? [] : ['the addresses are the member’s own']),
    ...((spec.ports ?? []).some(({ nodePort }: Json) => nodePort !== undefined)
      ? ['the ports of nodes are the member’s own']
      : []),
  ],
  Ingress: (spec) => [
    ...(spec.backend === undefined ? [] : ['spec.backend is not known']),
    ...backendMistakes(spec.defaultBackend),
    ...(spec.rules ?? []).flatMap(({ http }: Json) =>
      (http?.paths ?? []).flatMap((path: Json) => [
        ...(path.pathType === undefined ? ['pathType is required'] : []),
        ...backendMistakes(path.backend),
      ]),
    ),
  ],
  Secret: (_, { type }) =>
    type === 'kubernetes.io/service-account-token' ? ['tokens of accounts are made by the member'] : [],
  ConfigMap: (_, { metadata }) =>
    metadata.name === 'kube-root-ca.crt' ? ['every namespace has its own certificates'] : [],
}

/** Current groups do not default selectors from labels, and do not have the fields of legacy versions. */
const selected = (spec: Json, ...unknown: readonly string[]): readonly string[] => [
  ...(spec.selector?.matchLabels === undefined ? ['spec.selector is required'] : []),
  ...unknown.filter((name) => spec[name] !== undefined).map((name) => `spec.${name} is not known`),
]

const backendMistakes = (backend: Json | undefined): readonly string[] =>
  backend !== undefined && backend.service?.name === undefined && backend.resource === undefined
    ? ['a backend has no service']
    : []
