/** The kinds of the Multi-Cluster Services API, KEP-1645. */
export const GROUP = 'multicluster.x-k8s.io'
export const API_VERSION = `${GROUP}/v1alpha1`

const text = { type: 'string' }
const optionalNumber = { type: 'integer', format: 'int32' }

const CONDITION = {
  type: 'object',
  required: ['type', 'status'],
  properties: {
    type: text,
    status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
    reason: text,
    message: text,
    observedGeneration: { type: 'integer', format: 'int64' },
    lastTransitionTime: { type: 'string', format: 'date-time' },
  },
}

const CONDITIONS = {
  type: 'array',
  items: CONDITION,
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['type'],
}

const PORT = {
  type: 'object',
  required: ['port'],
  properties: {
    name: text,
    protocol: { type: 'string', default: 'TCP' },
    appProtocol: text,
    port: optionalNumber,
  },
}

const IMPORT_SPEC = {
  type: 'object',
  required: ['ports', 'type'],
  properties: {
    type: { type: 'string', enum: ['ClusterSetIP', 'Headless'] },
    ips: { type: 'array', items: text },
    ports: { type: 'array', items: PORT, 'x-kubernetes-list-type': 'atomic' },
    sessionAffinity: text,
    sessionAffinityConfig: {
      type: 'object',
      properties: { clientIP: { type: 'object', properties: { timeoutSeconds: optionalNumber } } },
    },
  },
}

const IMPORT_STATUS = {
  type: 'object',
  properties: {
    clusters: {
      type: 'array',
      items: { type: 'object', required: ['cluster'], properties: { cluster: text } },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['cluster'],
    },
    conditions: CONDITIONS,
  },
}

const column = (name: string, jsonPath: string, type = 'string') => ({ name, type, jsonPath })
const AGE = column('Age', '.metadata.creationTimestamp', 'date')

const definition = (
  kind: string,
  shortName: string,
  properties: object,
  additionalPrinterColumns: readonly object[],
) => {
  const singular = kind.toLowerCase()
  const plural = `${singular}s`
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: { kind, listKind: `${kind}List`, plural, singular, shortNames: [shortName] },
      versions: [
        {
          name: 'v1alpha1',
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: { apiVersion: text, kind: text, metadata: { type: 'object' }, ...properties },
            },
          },
        },
      ],
    },
  }
}

const conditionColumn = (type: string) => column(type, `.status.conditions[?(@.type=='${type}')].status`)

/** The definitions, as they are created in the host and in members that lack them. */
export const DEFINITIONS = [
  definition(
    'ServiceExport',
    'svcex',
    { status: { type: 'object', properties: { conditions: CONDITIONS } } },
    [conditionColumn('Valid'), conditionColumn('Conflict'), AGE],
  ),
  definition('ServiceImport', 'svcim', { spec: IMPORT_SPEC, status: IMPORT_STATUS }, [
    column('Type', '.spec.type'),
    column('IP', '.spec.ips[0]'),
    AGE,
  ]),
]

export const SERVICE_EXPORTS = `/apis/${API_VERSION}/serviceexports`
export const SERVICE_IMPORTS = `/apis/${API_VERSION}/serviceimports`
