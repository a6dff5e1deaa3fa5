import { isAddress, mustBeAddress } from '#kinds/shared/network.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf } from '#meta/field-rules.js'
import { rfc1123SubdomainWithUnderscores } from '#meta/formats.js'
import type { HostAlias, PodDNSConfig, PodDNSConfigOption } from './dns.js'
import type { PodRules } from './pod-rules.js'
import type { PodSpec } from './pod-spec.js'

/** DNS settings and host aliases of a pod. */

const POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default']
const CURRENT_POLICIES = [...POLICIES, 'None']
/** Limits of the resolver library. */
const MAX_NAMESERVERS = 3
const SEARCH_LIMITS = { paths: 6, characters: 256 }
const CURRENT_SEARCH_LIMITS = { paths: 32, characters: 2048 }

export function validateDnsPolicy(
  { dnsPolicy, dnsConfig }: PodSpec,
  errors: FieldErrors,
  { isCurrent }: PodRules,
): void {
  if (isCurrent) mustBeGivenAsOneOf('dnsPolicy', dnsPolicy, CURRENT_POLICIES, errors)
  else if (dnsPolicy !== 'None') mustBeGivenAsOneOf('dnsPolicy', dnsPolicy, POLICIES, errors)
  else if (dnsConfig === undefined) {
    // Without other servers such a pod could not resolve names. The message is that of Kubernetes.
    errors.invalid(
      'dnsPolicy',
      dnsPolicy,
      "DNSPolicy: can not use 'None', custom pod DNS is disabled by feature gate",
    )
  }
}

export function validateDnsConfig(
  { nameservers, searches, options }: PodDNSConfig,
  errors: FieldErrors,
  { dnsPolicy, rules }: { dnsPolicy: string | undefined; rules: PodRules },
): void {
  if (dnsPolicy === 'None' && nameservers === undefined) {
    errors.required('nameservers', 'must provide at least one DNS nameserver when `dnsPolicy` is None')
    if (rules.isCurrent) return
  }
  if (nameservers && nameservers.length > MAX_NAMESERVERS) {
    errors.invalid('nameservers', nameservers, `must not have more than ${MAX_NAMESERVERS} nameservers`)
  }
  errors.each('nameservers', nameservers, mustBeNameserver, rules)
  if (searches) validateSearches(searches, rules, errors)
  errors.each('options', options, validateOption)
}

function validateSearches(searches: readonly string[], rules: PodRules, errors: FieldErrors): void {
  const limits = rules.isCurrent ? CURRENT_SEARCH_LIMITS : SEARCH_LIMITS
  if (searches.length > limits.paths) {
    errors.invalid('searches', searches, `must not have more than ${limits.paths} search paths`)
  }
  // They share one line, separated by spaces.
  if (searches.join(' ').length > limits.characters) {
    errors.invalid(
      'searches',
      searches,
      `must not have more than ${limits.characters} characters (including spaces) in the search list`,
    )
  }
  errors.each('searches', searches, rules.isCurrent ? mustBeSearchPath : mustBeDomain, rules)
}

function validateOption({ name }: PodDNSConfigOption, errors: FieldErrors): void {
  if (name === undefined) errors.required('name', 'must not be empty')
}

export function validateHostAlias(
  { ip = '', hostnames }: HostAlias,
  errors: FieldErrors,
  rules: PodRules,
): void {
  validateAddress('ip', ip, errors, rules)
  errors.each('hostnames', hostnames, mustBeDomain, rules)
}

function mustBeNameserver(text: string, errors: FieldErrors, rules: PodRules): void {
  validateAddress('', text, errors, rules)
}

function validateAddress(field: string, text: string, errors: FieldErrors, { isCurrent }: PodRules): void {
  if (isCurrent) mustBeAddress(field, text, errors)
  else if (!isAddress(text)) errors.invalid(field, text, 'must be valid IP address')
}

function mustBeDomain(text: string, errors: FieldErrors, { subdomain }: PodRules): void {
  errors.format('', text, subdomain)
}

/** A search domain may end in a dot, or be just a dot. */
function mustBeSearchPath(text: string, errors: FieldErrors): void {
  if (text === '.') return
  errors.format('', text.endsWith('.') ? text.slice(0, -1) : text, rfc1123SubdomainWithUnderscores)
}
