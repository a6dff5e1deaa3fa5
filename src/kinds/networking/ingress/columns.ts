import { AGE, type Column, NAME } from '../../../registry/serialize/column.js'
import type { Ingress } from './schema.js'

/** More hosts than these are counted, not named. */
const NAMED_HOSTS = 3

export const ingressColumns: readonly Column<Ingress>[] = [
  NAME,
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

function hosts({ spec }: Ingress): string {
  const named = (spec.rules ?? []).map(({ host }) => host ?? '').filter((host) => host !== '')
  if (named.length === 0) return '*'
  const text = named.slice(0, NAMED_HOSTS).join(',')
  return named.length > NAMED_HOSTS ? `${text} + ${named.length - NAMED_HOSTS} more...` : text
}
