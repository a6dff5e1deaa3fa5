import type { OtherRule } from './missing-rule.js'

export const networkingRules: readonly OtherRule[] = [
  {
    type: 'CertificateSigningRequest',
    path: 'status.conditions',
    error: 'Forbidden',
    detail: 'updates may not modify',
    reason: 'a status update keeps the decisions as they are',
  },
  {
    type: 'CertificateSigningRequest',
    path: 'status.certificate',
    error: 'Forbidden',
    detail: 'updates may not set',
    reason: 'an approval keeps the certificate as it is',
  },
]
