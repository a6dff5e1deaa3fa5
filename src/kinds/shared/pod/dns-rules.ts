import type { FieldErrors } from '../../../meta/field-errors.js'
import { mustBeGivenAsOneOf } from '../../../meta/field-rules.js'
import { dns1123Subdomain } from '../../../meta/formats.js'
import { isAddress } from '../network-address.js'
import type { HostAlias, PodDNSConfig, PodDNSConfigOption } from './dns.js'
import type { PodSpec } from './pod-spec.js'

/** How the containers of a pod find hosts by name. */

const POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default']
/** The limits of the resolver that reads the file made of this. */
const MAX_NAMESERVERS = 3
const MAX_SEARCHES = 6
const MAX_SEARCH_CHARACTERS = 256

export function validateDnsPolicy({ dnsPolicy, dnsConfig }: PodSpec, errors: FieldErrors): void {
  if (dnsPolicy !== 'None') mustBeGivenAsOneOf('dnsPolicy', dnsPolicy, POLICIES, errors)
  else if (dnsConfig === undefined) {
    // With nothing to put in its place such a pod could resolve no name. The words are those recorded.
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
  dnsPolicy: string | undefined,
): void {
  if (dnsPolicy === 'None' && nameservers === undefined) {
    errors.required('nameservers', 'must provide at least one DNS nameserver when `dnsPolicy` is None')
  }
  if (nameservers && nameservers.length > MAX_NAMESERVERS) {
    errors.invalid('nameservers', nameservers, `must not have more than ${MAX_NAMESERVERS} nameservers`)
  }
  errors.each('nameservers', nameservers, mustBeAddress)
  if (searches) validateSearches(searches, errors)
  errors.each('options', options, validateOption)
}

function validateSearches(searches: readonly string[], errors: FieldErrors): void {
  if (searches.length > MAX_SEARCHES) {
    errors.invalid('searches', searches, `must not have more than ${MAX_SEARCHES} search paths`)
  }
  // They share one line, with a blank between any two.
  if (searches.join(' ').length > MAX_SEARCH_CHARACTERS) {
    errors.invalid(
      'searches',
      searches,
      `must not have more than ${MAX_SEARCH_CHARACTERS} characters (including spaces) in the search list`,
    )
  }
  errors.each('searches', searches, mustBeDomain)
}

function validateOption({ name }: PodDNSConfigOption, errors: FieldErrors): void {
  if (name === undefined) errors.required('name', 'must not be empty')
}

export function validateHostAlias({ ip = '', hostnames }: HostAlias, errors: FieldErrors): void {
  if (!isAddress(ip)) errors.invalid('ip', ip, NOT_AN_ADDRESS)
  errors.each('hostnames', hostnames, mustBeDomain)
}

const NOT_AN_ADDRESS = 'must be valid IP address'

function mustBeAddress(text: string, errors: FieldErrors): void {
  if (!isAddress(text)) errors.invalid('', text, NOT_AN_ADDRESS)
}

function mustBeDomain(text: string, errors: FieldErrors): void {
  errors.format('', text, dns1123Subdomain)
}
