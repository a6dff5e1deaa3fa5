import { validateNew } from '#kinds/example-objects.fixture.js'
import { FieldErrors } from '#meta/field-errors.js'
import { type Body, invalid, type RuleTable, required } from '#meta/rule-examples.fixture.js'
import { validateAddressUpdate } from './address-rules.js'
import { service } from './index.js'
import { setIPFamilyDefaults } from './ip-families.js'
import type { ServiceSpec } from './schema.js'
import { validateServiceStatus } from './status-rules.js'

/** Rules that no request can break: the server has addresses of one family, and sets defaults first. */

const decode = (spec: unknown) =>
  service.storageVersion.decode({ spec: { ports: [{ port: 80 }], ...(spec as Body) } })

/** The rules on a change from `before` to `after`, as `check` applies them to the two specs. */
const rulesOfSpecs = (
  type: string,
  check: (after: ServiceSpec, before: ServiceSpec, errors: FieldErrors) => void,
  examples: RuleTable['examples'],
): RuleTable => ({
  type,
  on: 'change',
  kind: 'Service',
  at: 'spec',
  validate({ before, after }) {
    const errors = new FieldErrors()
    check(decode(after).spec, decode(before).spec, errors)
    return errors.all
  },
  examples,
})

const at = (...clusterIPs: string[]) => ({ clusterIP: clusterIPs[0], clusterIPs })
const families = (...ipFamilies: string[]) => ({ ...at('10.96.0.9'), ipFamilies })
const BOTH = at('10.96.0.9', 'fd00::9')
const PREFERRED = { ipFamilyPolicy: 'PreferDualStack' }
const SINGLE = { ipFamilyPolicy: 'SingleStack' }
const FIXED = 'may not change once set'

const familyChangeRules = rulesOfSpecs(
  'Service of two families',
  (after, before, errors) =>
    errors.field('spec', after, (spec) => validateAddressUpdate(spec, before, errors)),
  [
    invalid(
      'ipFamilyPolicy',
      'must be SingleStack to release the second address',
      "must be set to 'SingleStack' when releasing the secondary clusterIP",
      { before: BOTH, after: at('10.96.0.9') },
      { before: BOTH, after: { ...at('10.96.0.9'), ...SINGLE } },
    ),
    invalid(
      'ipFamilies[0]',
      'is immutable',
      FIXED,
      { before: families('IPv4'), after: families('IPv6') },
      { before: families('IPv4'), after: families('IPv4', 'IPv6') },
    ),
    invalid(
      'ipFamilies[0]',
      'must not be removed',
      'primary ipFamily can not be unset',
      { before: { ipFamilies: ['IPv4'] }, after: {} },
      { before: { ipFamilies: ['IPv4'] }, after: { ipFamilies: ['IPv4'] } },
    ),
    invalid(
      'ipFamilies[0]',
      'must stay if a family is added',
      FIXED,
      { before: families('IPv4'), after: families('IPv6', 'IPv4') },
      { before: families('IPv4'), after: families('IPv4', 'IPv6') },
    ),
    invalid(
      'ipFamilyPolicy',
      'must be SingleStack to release the second family',
      "must be set to 'SingleStack' when releasing the secondary ipFamily",
      { before: families('IPv4', 'IPv6'), after: families('IPv4') },
      { before: families('IPv4', 'IPv6'), after: { ...families('IPv4'), ...SINGLE } },
    ),
  ],
)

const releaseRules = rulesOfSpecs(
  'Service of two families, before allocation',
  (after, before, errors) => setIPFamilyDefaults(after, ['IPv4'], errors, before),
  [
    invalid(
      'ipFamilyPolicy',
      'must be SingleStack to release the second address',
      "must be 'SingleStack' to release the secondary cluster IP",
      { before: { ...BOTH, ...PREFERRED }, after: { ...at('10.96.0.9'), ...PREFERRED } },
      { before: { ...BOTH, ...PREFERRED }, after: { ...at('10.96.0.9'), ...SINGLE } },
    ),
  ],
)

/** Without the default that the mode has. */
const addressModeRules: RuleTable = {
  type: 'LoadBalancerStatus, after defaults',
  on: 'status',
  kind: 'Service',
  at: 'status',
  validate({ ipMode }) {
    const reported = decode({ type: 'LoadBalancer' })
    const entry = {
      ip: '10.1.2.3',
      hostname: undefined,
      ipMode: ipMode as string | undefined,
      ports: undefined,
    }
    reported.status.loadBalancer.ingress = [entry]
    const errors = new FieldErrors()
    validateServiceStatus(reported, reported, errors)
    return errors.all
  },
  examples: [
    required(
      'loadBalancer.ingress[0].ipMode',
      'is required for an address',
      'must be specified when `ip` is set',
      {},
      { ipMode: 'VIP' },
    ),
  ],
}

/** Only a dry run says what the range is. */
const rangeRules: RuleTable = {
  type: 'Service in a dry run',
  kind: 'Service',
  at: 'spec',
  validate: (spec) => validateNew(service.storageVersion, { spec: { ports: [{ port: 80 }], ...spec } }),
  examples: [
    invalid(
      'clusterIPs',
      'must be in the range of the cluster',
      'failed to allocate IP 10.95.0.1: the provided IP (10.95.0.1) is not in the valid range. The range of valid IPs is 10.96.0.0/12',
      { clusterIP: '10.95.0.1' },
      { clusterIP: '10.96.0.1' },
    ),
  ],
}

export const serviceFamilyRules = [familyChangeRules, releaseRules, addressModeRules, rangeRules]
