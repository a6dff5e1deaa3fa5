import { certificatesV1 } from '#kinds/groups.js'
import { EMPTY_CELL } from '#kinds/shared/workload/columns.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, type Subresource, statusOf } from '#registry/kind.js'
import { formatAge } from '#registry/serialize/age.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { EndpointFactory } from '#registry/subresources/endpoint.js'
import type { SubresourceUpdate } from '#registry/write/modification.js'
import { CertificateSigningRequest } from './schema.js'
import { keepAllButDecisions, keepDecisions, keepSpec, setRequester } from './strategy.js'
import { validateDecisions, validateNewRequest, validateStatusUpdate } from './validation.js'

const requestColumns: readonly Column<CertificateSigningRequest>[] = [
  NAME,
  AGE,
  {
    name: 'SignerName',
    type: 'string',
    description: 'Requested signer.',
    cell: ({ spec }) => spec.signerName,
  },
  {
    name: 'Requestor',
    type: 'string',
    description: 'User that requested the certificate.',
    cell: ({ spec }) => spec.username ?? '',
  },
  {
    name: 'RequestedDuration',
    type: 'string',
    description: 'Requested lifetime.',
    cell: ({ spec }) =>
      spec.expirationSeconds === undefined ? EMPTY_CELL : durationText(spec.expirationSeconds),
  },
  {
    name: 'Condition',
    type: 'string',
    description: 'State of the request.',
    cell: decision,
  },
]

const durationText = (seconds: number) => formatAge(new Date(0).toISOString(), seconds * 1000)

function decision({ status }: CertificateSigningRequest): string {
  const has = (type: string) => status.conditions?.some((condition) => condition.type === type) ?? false
  const words = [has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending']
  if (has('Failed')) words.push('Failed')
  if (status.certificate !== undefined) words.push('Issued')
  return words.join(',')
}

const APPROVAL: SubresourceUpdate<CertificateSigningRequest> = {
  prepare: keepAllButDecisions,
  validate: validateDecisions,
}

/** The whole request; only its conditions can be changed here. */
const approvalEndpoint: EndpointFactory = (host) => ({
  get: (place) => host.get(place),
  replace: (place, body, options) => host.replace(place, body, options, APPROVAL),
  patch: (place, patch, options) => host.patch(place, patch, options, APPROVAL),
})

const approval: Subresource = {
  name: 'approval',
  kind: 'CertificateSigningRequest',
  verbs: ['get', 'patch', 'update'],
  endpoint: approvalEndpoint,
}

export const certificateSigningRequest = builtInKind<CertificateSigningRequest>({
  kind: 'CertificateSigningRequest',
  plural: 'certificatesigningrequests',
  singular: 'certificatesigningrequest',
  shortNames: ['csr'],
  namespaced: false,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  strategy: {
    prepareForCreate: setRequester,
    prepareForUpdate: keepSpec,
    prepareForStatusUpdate: keepDecisions,
    keptFields: {
      '': [['spec']],
      status: [['status', 'conditions']],
      approval: [['spec'], ['status', 'certificate']],
    },
  },
  storageVersion: {
    ...certificatesV1,
    schema: CertificateSigningRequest,
    subresources: [approval, statusOf('CertificateSigningRequest')],
    columns: requestColumns,
    selectableFields: { 'spec.signerName': ({ spec }: CertificateSigningRequest) => spec.signerName },
    rules: { validateCreate: validateNewRequest, validateStatusUpdate },
  },
})
