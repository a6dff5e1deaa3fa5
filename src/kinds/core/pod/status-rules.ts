import { isIPv4 } from 'node:net'
import type { FieldErrors } from '../../../meta/field-errors.js'
import { mustFollow } from '../../../meta/field-rules.js'
import { rfc1123Subdomain } from '../../../meta/formats.js'
import { firstBy } from '../../shared/first-by.js'
import { isAddress } from '../../shared/network-address.js'
import type { ContainerStatus } from './container-status.js'
import type { Pod, PodIP } from './schema.js'

export function validatePodStatus(
  { spec, status }: Readonly<Pod>,
  { status: current }: Readonly<Pod>,
  errors: FieldErrors,
): void {
  mustFollow('status.nominatedNodeName', status.nominatedNodeName, rfc1123Subdomain, errors)
  const restarts = spec.restartPolicy === 'Always'
  if (!restarts) {
    const onFailure = spec.restartPolicy === 'OnFailure'
    mustStayEnded('containerStatuses', status.containerStatuses, current.containerStatuses, onFailure, errors)
  }
  validateAddresses('podIPs', status.podIPs, errors)
  validateAddresses('hostIPs', status.hostIPs, errors)
}

type Statuses = readonly ContainerStatus[] | undefined

/** A container that has ended for good does not come back; after a failure it may, if the pod says so. */
function mustStayEnded(
  field: string,
  after: Statuses,
  before: Statuses,
  onFailure: boolean,
  errors: FieldErrors,
): void {
  const known = firstBy(before ?? [], ({ name }) => name)
  for (const [index, { name, state }] of (after ?? []).entries()) {
    const ended = known.get(name)?.state.terminated
    if (ended === undefined || state.terminated || (onFailure && ended.exitCode !== 0)) continue
    errors.forbidden(`status.${field}[${index}].state`, 'may not be transitioned to non-terminated state')
  }
}

function validateAddresses(
  field: string,
  addresses: readonly PodIP[] | undefined,
  errors: FieldErrors,
): void {
  if (addresses === undefined) return
  for (const [index, { ip }] of addresses.entries()) {
    if (isAddress(ip)) continue
    errors.invalid(
      `status.${field}[${index}]`,
      ip,
      'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    )
  }
  const families = addresses.filter(({ ip }) => isAddress(ip)).map(({ ip }) => isIPv4(ip))
  if (new Set(families).size < families.length) {
    const all = addresses.map(({ ip }) => ip)
    errors.invalid(`status.${field}`, all, 'may specify no more than one IP for each IP family')
  }
}
