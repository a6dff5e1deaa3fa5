import { NOTHING } from '#kinds/shared/workload-columns.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type * as v1beta1 from './extensions-v1beta1/schema.js'
import type * as v1 from './networking-v1/schema.js'

/** More hosts than these are counted, not named. */
const NAMED_HOSTS = 3

type AnyIngress = v1beta1.Ingress | v1.Ingress

const routes: readonly Column<AnyIngress>[] = [
  {
    name: 'Hosts',
    type: 'string',
    description: 'Host names that the rules are about; * stands for any.',
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

export const ingressColumns: readonly Column<v1beta1.Ingress>[] = [NAME, ...routes]

export const networkingIngressColumns: readonly Column<v1.Ingress>[] = [
  NAME,
  {
    name: 'Class',
    type: 'string',
    description: 'Class that says which controller implements the ingress.',
    cell: ({ spec }) => spec.ingressClassName ?? NOTHING,
  },
  ...routes,
]

function hosts({ spec }: AnyIngress): string {
  const named = (spec.rules ?? []).map(({ host }) => host ?? '').filter((host) => host !== '')
  if (named.length === 0) return '*'
  const text = named.slice(0, NAMED_HOSTS).join(',')
  return named.length > NAMED_HOSTS ? `${text} + ${named.length - NAMED_HOSTS} more...` : text
}
