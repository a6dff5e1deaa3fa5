import type { Subresource } from '#registry/kind.js'
import type { EndpointFactory } from '#registry/subresources/endpoint.js'
import type { SubresourceUpdate } from '#registry/write/modification.js'
import type { CertificateSigningRequest } from './schema.js'
import { keepAllButDecisions } from './strategy.js'
import { validateDecisions } from './validation.js'

const APPROVAL: SubresourceUpdate<CertificateSigningRequest> = {
  prepare: keepAllButDecisions,
  validate: validateDecisions,
}

/** The whole request, of which only the decisions can be changed here. */
const approvalEndpoint: EndpointFactory = (host) => ({
  get: (place) => host.get(place),
  replace: (place, body, options) => host.replace(place, body, options, APPROVAL),
  patch: (place, patch, options) => host.patch(place, patch, options, APPROVAL),
})

export const approval: Subresource = {
  name: 'approval',
  kind: 'CertificateSigningRequest',
  verbs: ['get', 'patch', 'update'],
  endpoint: approvalEndpoint,
}
