import { reasonFormat } from '#meta/condition.js'
import type { StringFormat } from '#meta/field-errors.js'
import {
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  labelValue,
  pathSegment,
  qualifiedName,
  rfc1123Label,
  rfc1123Subdomain,
  rfc1123SubdomainWithUnderscores,
  wildcardSubdomain,
} from '#meta/formats.js'
import { cIdentifier } from './resource/names.js'
import {
  configKey,
  descendingPath,
  envVarName,
  httpHeaderName,
  legacyPortName,
  nonReservedPath,
  percent,
  portName,
  relaxedEnvVarName,
  roleName,
  withoutStepsBack,
} from './shared/formats.js'

/** A format as the docs describe it: its name, a description, and strings that break each of its rules. */
export interface FormatWords {
  readonly format: StringFormat
  readonly name: string
  readonly words: string
  readonly bad: readonly string[]
}

const LONG = 'a'.repeat(300)

export const formatWords: readonly FormatWords[] = [
  {
    format: dns1123Label,
    name: 'DNS label',
    words:
      'lower-case letters, digits and dashes; begins and ends with a letter or digit; at most 63 characters',
    bad: [LONG, 'A'],
  },
  {
    format: dns1123Subdomain,
    name: 'DNS subdomain',
    words: 'DNS labels separated by dots; at most 253 characters',
    bad: [LONG, 'A'],
  },
  {
    format: rfc1123Label,
    name: 'RFC 1123 label',
    words: 'a DNS label, with the messages of current groups',
    bad: [LONG, 'A', 'a.b'],
  },
  {
    format: rfc1123Subdomain,
    name: 'RFC 1123 subdomain',
    words: 'a DNS subdomain, with the messages of current groups',
    bad: [LONG, 'A'],
  },
  {
    format: rfc1123SubdomainWithUnderscores,
    name: 'search path',
    words: 'a DNS subdomain that may also contain underscores',
    bad: [LONG, 'A'],
  },
  {
    format: dns1035Label,
    name: 'DNS-1035 label',
    words: 'a DNS label that begins with a letter',
    bad: [LONG, 'A'],
  },
  {
    format: wildcardSubdomain,
    name: 'wildcard subdomain',
    words: 'an asterisk, a dot and a DNS subdomain; at most 253 characters',
    bad: [`*.${LONG}`, '*'],
  },
  {
    format: qualifiedName,
    name: 'qualified name',
    words:
      'a name of at most 63 letters, digits, dashes, underscores and dots; optionally after a DNS subdomain and a slash',
    bad: ['/a', `${LONG}/a`, 'A/a', 'a/b/c', 'a/', LONG],
  },
  {
    format: labelValue,
    name: 'label value',
    words: 'empty, or the name part of a qualified name',
    bad: [LONG, 'a b'],
  },
  {
    format: relaxedEnvVarName,
    name: 'relaxed variable name',
    words: 'printable ASCII characters without an equals sign',
    bad: ['A=B'],
  },
  {
    format: envVarName,
    name: 'variable name',
    words:
      'letters, digits, dashes, underscores and dots, not beginning with a digit or two dots; not a single dot',
    bad: ['1', '.', '..', '..a'],
  },
  {
    format: configKey,
    name: 'config key',
    words:
      'letters, digits, dashes, underscores and dots, at most 253; not a single dot, not beginning with two dots',
    bad: [LONG, '/', '.', '..', '..a'],
  },
  {
    format: portName,
    name: 'port name',
    words:
      'lower-case letters, digits and single inner dashes, with at least one letter; at most 15 characters',
    bad: [LONG, 'A', '1', 'a--b', '-a'],
  },
  {
    format: legacyPortName,
    name: 'legacy port name',
    words: 'a port name, with the messages of legacy groups',
    bad: [LONG, 'A', '1', 'a--b', '-a'],
  },
  { format: httpHeaderName, name: 'header name', words: 'letters, digits and dashes', bad: ['a b'] },
  { format: percent, name: 'percentage', words: 'digits and a percent sign', bad: ['a'] },
  {
    format: withoutStepsBack,
    name: 'path without steps back',
    words: 'no element is two dots',
    bad: ['..'],
  },
  {
    format: descendingPath,
    name: 'descending path',
    words: 'does not begin with a slash, and no element is two dots',
    bad: ['/..'],
  },
  {
    format: nonReservedPath,
    name: 'path of a file',
    words: 'a descending path that does not begin with two dots',
    bad: ['/a', '../a', '..a'],
  },
  {
    format: pathSegment,
    name: 'path segment',
    words:
      'any name that is not . or .. and has no slash or percent sign; kinds have a format of their own besides',
    bad: ['.', '..', '/', '%'],
  },
  {
    format: reasonFormat,
    name: 'reason of a condition',
    words: 'a letter, then letters, digits, underscores, commas and colons; not a comma or colon at the end',
    bad: ['1'],
  },
  {
    format: cIdentifier,
    name: 'C identifier',
    words: 'a letter or an underscore, then letters, digits and underscores',
    bad: ['1'],
  },
  {
    format: roleName,
    name: 'name of a role',
    words: 'a path segment of at most 800 printable ASCII characters',
    bad: ['.', '..', '/', '%', 'é', 'a'.repeat(801)],
  },
]

/** All error messages of the format. */
export function formatMessages({ format, bad }: FormatWords): readonly string[] {
  return [...new Set(bad.flatMap((text) => format(text)))]
}
