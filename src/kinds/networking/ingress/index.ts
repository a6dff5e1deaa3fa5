import { extensionsV1beta1, networkingV1 } from '#kinds/groups.js'
import { EMPTY_CELL } from '#kinds/shared/workload/columns.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { CARRIED_FIELDS, keepCarried } from './carried-fields.js'
import { networkingV1Conversion } from './conversion.js'
import * as v1beta1 from './extensions-v1beta1/schema.js'
import * as v1beta1Rules from './extensions-v1beta1/validation.js'
import * as v1 from './networking-v1/schema.js'
import * as v1Rules from './networking-v1/validation.js'

/** More hosts than these are counted, not named. */
const NAMED_HOSTS = 3

type AnyIngress = v1beta1.Ingress | v1.Ingress

const routes: readonly Column<AnyIngress>[] = [
  {
    name: 'Hosts',
    type: 'string',
    description: 'Host names of the rules; * stands for any.',
    cell: hosts,
  },
  {
    name: 'Address',
    type: 'string',
    description: 'Where the load balancer receives traffic.',
    cell: ({ status }) =>
      [...new Set((status.loadBalancer.ingress ?? []).map(({ ip, hostname }) => ip || hostname || ''))]
        .filter((address) => address !== '')
        .sort()
        .join(','),
  },
  {
    name: 'Ports',
    type: 'string',
    description: 'Ports that are open to the outside.',
    cell: ({ spec }) => ((spec.tls ?? []).length > 0 ? '80, 443' : '80'),
  },
  AGE,
]

const ingressColumns: readonly Column<v1beta1.Ingress>[] = [NAME, ...routes]

const networkingIngressColumns: readonly Column<v1.Ingress>[] = [
  NAME,
  {
    name: 'Class',
    type: 'string',
    description: 'Class of the ingress; it names the controller.',
    cell: ({ spec }) => spec.ingressClassName ?? EMPTY_CELL,
  },
  ...routes,
]

function hosts({ spec }: AnyIngress): string {
  const rules = spec.rules ?? []
  const named: string[] = []
  for (const { host = '' } of rules) {
    // Every rule counts, also those without a host.
    if (named.length === NAMED_HOSTS) return `${named.join(',')} + ${rules.length - NAMED_HOSTS} more...`
    if (host !== '') named.push(host)
  }
  return named.join(',') || '*'
}

export const ingress = builtInKind<v1beta1.Ingress>({
  kind: 'Ingress',
  plural: 'ingresses',
  singular: 'ingress',
  shortNames: ['ing'],
  namespaced: true,
  generation: ['spec', { annotation: CARRIED_FIELDS }],
  strategy: { prepareForStatusUpdate: keepCarried },
  storageVersion: {
    ...extensionsV1beta1,
    schema: v1beta1.Ingress,
    subresources: [statusOf('Ingress')],
    columns: ingressColumns,
    rules: {
      validate: v1beta1Rules.validateIngress,
      validateStatusUpdate: v1beta1Rules.validateIngressStatus,
    },
  },
  otherVersions: [
    {
      ...networkingV1,
      aliases: ['networking.k8s.io/v1beta1', 'extensions/v1beta1'],
      nameFormat: rfc1123Subdomain,
      schema: v1.Ingress,
      subresources: [statusOf('Ingress')],
      columns: networkingIngressColumns,
      conversion: networkingV1Conversion,
      rules: {
        validateCreate: v1Rules.validateNewIngress,
        validateUpdate: v1Rules.validateIngressUpdate,
        validateStatusUpdate: v1Rules.validateIngressStatus,
        warnings: v1Rules.ingressWarnings,
        statusWarnings: v1Rules.ingressStatusWarnings,
      },
    },
  ],
})
