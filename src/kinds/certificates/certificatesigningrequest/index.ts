import { certificatesV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { approval } from './approval.js'
import { requestColumns } from './columns.js'
import { CertificateSigningRequest } from './schema.js'
import { keepDecisions, keepSpec, setRequester } from './strategy.js'
import { validateNewRequest, validateRequest, validateStatusUpdate } from './validation.js'

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
  },
  storageVersion: {
    ...certificatesV1,
    schema: CertificateSigningRequest,
    subresources: [approval, statusOf('CertificateSigningRequest')],
    columns: requestColumns,
    selectableFields: { 'spec.signerName': ({ spec }: CertificateSigningRequest) => spec.signerName },
    rules: { validate: validateRequest, validateCreate: validateNewRequest, validateStatusUpdate },
  },
})
